package io.headwater.emit.transport

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicReference

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.Deadline

/** Several transports by name. Each has its own deadline and gets every event, all at the same time where `parallel`;
  * with `goOn` false the first that fails ends it. Fails, naming the members, when any of them failed.
  * openlineage-java's own uses a thread pool that is shut down for all contexts with the first of them.
  */
private[transport] final class CompositeEventTransport(
    members: Vector[(String, EventTransport)],
    goOn: Boolean,
    parallel: Boolean
) extends EventTransport {

  /** Which members have the event that others have not: one that is tried again is not sent to them twice. */
  private val taken = new AtomicReference[Option[(SerializedEvent, Set[String])]](None)

  def description: String =
    members.map { case (n, c) => s"$n: ${c.description}" }.mkString("composite (", "; ", ")")

  def carry(event: SerializedEvent): Unit = {
    val failures = if (goOn && parallel) atOnce(event) else inOrder(event)
    if (failures.isEmpty) taken.set(None)
    else throw EmissionFailed.of(failures, failures.map(_.getMessage).mkString("composite: ", "; ", ""))
  }

  def close(): Unit = members.foreach { case (_, c) => Deadline.caught(c.close()) }

  override def local: Boolean = members.forall(_._2.local)
  override def parts: Vector[EventTransport] = if (goOn) members.flatMap(_._2.parts) else Vector(this)

  /** None where it has been taken, now or when the same event was carried before. */
  private def attempt(member: (String, EventTransport), event: SerializedEvent): Option[EmissionFailed] = {
    val (name, carrier) = member
    if (taken.get.exists(t => (t._1 eq event) && t._2(name))) None
    else
      Deadline.caught(carrier.carry(event)) match {
        case Success(_) =>
          taken.updateAndGet(t =>
            Some(event -> (t.filter(_._1 eq event).fold(Set.empty[String])(_._2) + name))
          )
          None
        case Failure(e) => Some(EmissionFailed.of(Vector(e), s"$name: ${e.getMessage}"))
      }
  }

  private def inOrder(event: SerializedEvent): Vector[EmissionFailed] = {
    val failures = members.iterator.flatMap(m => attempt(m, event).iterator)
    if (goOn) failures.toVector else failures.take(1).toVector
  }

  private def atOnce(event: SerializedEvent): Vector[EmissionFailed] = {
    event.event // computed here, once
    val failures = new ConcurrentLinkedQueue[(Int, EmissionFailed)]
    val threads = members.zipWithIndex.map { case (m, i) =>
      Deadline.background(s"headwater-emit-${m._1}")(attempt(m, event).foreach(f => failures.add((i, f))))
    }
    threads.foreach(_.join())
    failures.toArray(Array.empty[(Int, EmissionFailed)]).toVector.sortBy(_._1).map(_._2)
  }
}
