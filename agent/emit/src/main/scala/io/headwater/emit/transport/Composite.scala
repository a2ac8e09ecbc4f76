package io.headwater.emit.transport

import java.util.concurrent.ConcurrentLinkedQueue

import io.headwater.emit.EmissionFailed

/** Several transports by name. Each has its own deadline and gets every event, all at the same time where `parallel`;
  * with `goOn` false the first that fails ends it. Fails, naming the members, when any of them failed.
  * openlineage-java's own uses a thread pool that is shut down for all contexts with the first of them.
  */
private[transport] final class Composite(members: Vector[(String, Carrier)], goOn: Boolean, parallel: Boolean)
    extends Carrier {
  def description: String =
    members.map { case (n, c) => s"$n: ${c.description}" }.mkString("composite (", "; ", ")")

  def carry(event: Finished): Unit = {
    val failures = if (goOn && parallel) atOnce(event) else inOrder(event)
    if (failures.nonEmpty) throw new EmissionFailed(failures.mkString("composite: ", "; ", ""))
  }

  def close(): Unit = members.foreach { case (_, c) => Deadline.caught(c.close()) }

  private def attempt(member: (String, Carrier), event: Finished): Option[String] =
    Deadline.caught(member._2.carry(event)).failed.toOption.map(e => s"${member._1}: ${e.getMessage}")

  private def inOrder(event: Finished): Vector[String] = {
    val failures = members.iterator.flatMap(m => attempt(m, event).iterator)
    if (goOn) failures.toVector else failures.take(1).toVector
  }

  private def atOnce(event: Finished): Vector[String] = {
    event.event // computed here, once
    val failures = new ConcurrentLinkedQueue[(Int, String)]
    val threads = members.zipWithIndex.map { case (m, i) =>
      Deadline.background(s"headwater-emit-${m._1}")(attempt(m, event).foreach(f => failures.add((i, f))))
    }
    threads.foreach(_.join())
    failures.toArray(Array.empty[(Int, String)]).toVector.sortBy(_._1).map(_._2)
  }
}
