package io.headwater.emit.transport

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicReference

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.Deadline

/** Several transports by name. Each has its own deadline and gets every event. If any member fails, `send` fails, with
  * the names of these members. The composite of openlineage-java is not used: its thread pool is shared by all Spark
  * contexts and shut down with the first of them.
  *
  * @param continueOnFailure
  *   whether the remaining members get the event if one fails
  * @param parallel
  *   whether the members get the event at the same time
  */
private[transport] final class CompositeEventTransport(
    members: Vector[(String, EventTransport)],
    continueOnFailure: Boolean,
    parallel: Boolean
) extends EventTransport {

  /** The members that have accepted the current event: a retry of the event skips them. */
  private val accepted = new AtomicReference[Option[(SerializedEvent, Set[String])]](None)

  def description: String =
    members.map { case (n, c) => s"$n: ${c.description}" }.mkString("composite (", "; ", ")")

  def send(event: SerializedEvent): Unit = {
    val failures = if (continueOnFailure && parallel) sendInParallel(event) else sendInOrder(event)
    if (failures.isEmpty) accepted.set(None)
    else throw EmissionFailed.of(failures, failures.map(_.getMessage).mkString("composite: ", "; ", ""))
  }

  def close(): Unit = members.foreach { case (_, c) => Deadline.caught(c.close()) }

  override def local: Boolean = members.forall(_._2.local)
  override def parts: Vector[EventTransport] =
    if (continueOnFailure) members.flatMap(_._2.parts) else Vector(this)

  /** None if the member has accepted the event, now or in an earlier attempt. */
  private def attempt(member: (String, EventTransport), event: SerializedEvent): Option[EmissionFailed] = {
    val (name, transport) = member
    if (accepted.get.exists(t => (t._1 eq event) && t._2(name))) None
    else
      Deadline.caught(transport.send(event)) match {
        case Success(_) =>
          accepted.updateAndGet(t =>
            Some(event -> (t.filter(_._1 eq event).fold(Set.empty[String])(_._2) + name))
          )
          None
        case Failure(e) => Some(EmissionFailed.of(Vector(e), s"$name: ${e.getMessage}"))
      }
  }

  private def sendInOrder(event: SerializedEvent): Vector[EmissionFailed] = {
    val failures = members.iterator.flatMap(m => attempt(m, event).iterator)
    if (continueOnFailure) failures.toVector else failures.take(1).toVector
  }

  private def sendInParallel(event: SerializedEvent): Vector[EmissionFailed] = {
    event.event // a lazy value, computed before the threads start
    val failures = new ConcurrentLinkedQueue[(Int, EmissionFailed)]
    val threads = members.zipWithIndex.map { case (m, i) =>
      Deadline.background(s"headwater-emit-${m._1}")(attempt(m, event).foreach(f => failures.add((i, f))))
    }
    threads.foreach(_.join())
    failures.toArray(Array.empty[(Int, EmissionFailed)]).toVector.sortBy(_._1).map(_._2)
  }
}
