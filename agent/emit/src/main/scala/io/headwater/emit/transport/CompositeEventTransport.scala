package io.headwater.emit.transport

import java.util.concurrent.ConcurrentLinkedQueue

import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.util.{Attempts, BoundedMap, Deadline}

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

  /** The members that have accepted an event, by its key: a retry of the event skips them. */
  private val accepted = new BoundedMap[AnyRef, Set[String]](1000) // guarded by itself

  def description: String = named(_.description)
  override def identity: String = named(_.identity)
  override def delivers(to: String): Boolean = to == identity || to == description

  private def named(of: EventTransport => String): String =
    members.map { case (n, c) => s"$n: ${of(c)}" }.mkString("composite (", "; ", ")")

  def send(event: SerializedEvent): Unit = toMembers(event, _.send(event))
  override def sendAgain(event: SerializedEvent): Unit = toMembers(event, _.sendAgain(event))

  private def toMembers(event: SerializedEvent, send: EventTransport => Unit): Unit = {
    val key: AnyRef = event.idempotencyKey.getOrElse(event)
    val failures =
      if (continueOnFailure && parallel) sendInParallel(key, event, send) else sendInOrder(key, send)
    if (failures.isEmpty) accepted.synchronized { accepted.remove(key); () }
    else throw EmissionException.of(failures, failures.map(_.getMessage).mkString("composite: ", "; ", ""))
  }

  def close(): Unit = members.foreach { case (_, c) => Attempts.caught(c.close()) }

  override def isLocal: Boolean = members.forall(_._2.isLocal)
  override def parts: Vector[EventTransport] =
    if (continueOnFailure) members.flatMap(_._2.parts) else Vector(this)

  /** None if the member has accepted the event, now or in an earlier attempt. */
  private def attempt(
      member: (String, EventTransport),
      key: AnyRef,
      send: EventTransport => Unit
  ): Option[EmissionException] = {
    val (name, transport) = member
    def acceptedBy: Set[String] = accepted.synchronized(accepted.get(key)).getOrElse(Set.empty)
    if (acceptedBy(name)) None
    else
      Attempts.caught(send(transport)) match {
        case Success(_) =>
          accepted.synchronized(accepted.update(key, acceptedBy + name))
          None
        case Failure(e) => Some(EmissionException.of(Vector(e), s"$name: ${e.getMessage}"))
      }
  }

  private def sendInOrder(key: AnyRef, send: EventTransport => Unit): Vector[EmissionException] = {
    val failures = members.iterator.flatMap(m => attempt(m, key, send).iterator)
    if (continueOnFailure) failures.toVector else failures.take(1).toVector
  }

  private def sendInParallel(
      key: AnyRef,
      event: SerializedEvent,
      send: EventTransport => Unit
  ): Vector[EmissionException] = {
    event.line // a lazy value, computed before the threads start
    val failures = new ConcurrentLinkedQueue[(Int, EmissionException)]
    val threads = members.zipWithIndex.map { case (m, i) =>
      Deadline.background(s"headwater-emit-${m._1}")(
        attempt(m, key, send).foreach(f => failures.add((i, f)))
      )
    }
    threads.foreach(_.join())
    failures.toArray(Array.empty[(Int, EmissionException)]).toVector.sortBy(_._1).map(_._2)
  }
}
