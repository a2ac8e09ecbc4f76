package io.headwater.shell.extensions.python.peers

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicReference
import java.util.function.{Function => JFunction}

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.extensions.snapshot.Hooks

/** One Python process. It answers the requests for events one after the other. Each transport with the spool has an
  * exchange of its own, so that a slow one delays nothing else.
  */
final class Peer(val session: String, val isHost: Boolean, initialHooks: Hooks, maxAnswer: Int) {
  private val events = new Exchange(maxAnswer)
  private val deliveries = new ConcurrentHashMap[String, Exchange] // by extension
  private val newExchange: JFunction[String, Exchange] = _ => new Exchange(maxAnswer)
  private val currentHooks = new AtomicReference(initialHooks)
  @volatile private var endReason: Option[String] = None // set once

  def hooks: Hooks = currentHooks.get
  def update(hooks: Hooks): Unit = currentHooks.set(hooks)

  /** The time in milliseconds since an answer was first late; 0 if none is. */
  def silentMillis: Long = {
    var millis = events.silentMillis
    deliveries.forEach { (_, exchange) => millis = math.max(millis, exchange.silentMillis) }
    millis
  }

  /** Whether the process gets no requests for events: it has ended, or it has failed several times in a row, which
    * suspends it for some seconds.
    */
  def isSuspended: Boolean = events.isSuspended

  /** Whether this transport gets no requests, for the same reasons. */
  def isSuspended(transport: String): Boolean = delivery(transport).isSuspended

  /** Sends a request for an event and waits for the answer.
    *
    * @return
    *   the answer, or the reason why there is none
    */
  def call(body: ObjectNode, live: LiveNodes, millis: Long): Either[String, JsonNode] =
    events.call(body, live, millis)

  /** Sends a request to a transport with the spool. The result is as in `call`. */
  def deliver(transport: String, body: ObjectNode, millis: Long): Either[String, JsonNode] =
    delivery(transport).call(body, LiveNodes.none, millis)

  /** Called by the process: returns the answer to the request `done`, and waits for the next request for an event. */
  def exchange(done: Long, answer: String, waitMillis: Long): String =
    events.exchange(done, answer, waitMillis)

  /** The same for the requests to a transport with the spool. */
  def exchange(transport: String, done: Long, answer: String, waitMillis: Long): String =
    delivery(transport).exchange(done, answer, waitMillis)

  /** Called by the process: the value at a path of a node of the request that it works on. */
  def live(request: Long, node: Int, path: String): Either[String, JsonNode] =
    events.live(request, node, path)

  /** The process has ended or has left: cancels all its requests. */
  def disconnect(reason: String): Unit = {
    endReason = Some(reason)
    events.disconnect(reason)
    deliveries.forEach((_, exchange) => exchange.disconnect(reason))
  }

  private def delivery(transport: String): Exchange = {
    val exchange = deliveries.computeIfAbsent(transport, newExchange)
    endReason.foreach(exchange.disconnect)
    exchange
  }
}
