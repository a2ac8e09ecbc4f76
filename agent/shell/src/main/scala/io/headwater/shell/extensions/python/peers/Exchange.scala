package io.headwater.shell.extensions.python.peers

import java.time.Duration
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong, AtomicReference}
import java.util.concurrent.{
  CancellationException,
  CompletableFuture,
  ExecutionException,
  LinkedBlockingQueue,
  TimeUnit,
  TimeoutException
}

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.json.ExactJson
import io.headwater.shell.json.Json
import io.headwater.util.TimeLimit

/** Requests to one Python process that are answered one after the other. The process waits for them in `exchange`. The
  * caller waits on a future with a deadline, never on a socket. A request waits in a queue until the process takes it or
  * its deadline is over.
  */
private[peers] final class Exchange(maxAnswer: Int) {
  private final class Pending(val id: Long, body: ObjectNode, val live: LiveNodes, millis: Long) {
    val answer = new CompletableFuture[JsonNode]
    private val limit = TimeLimit.in(millis)

    /** The request, with the time that is left when the process takes it. */
    def text(): String = {
      val left = math.max(1L, limit.leftMillis)
      ExactJson.write(body.put("budgetMillis", left * 4 / 5))
    }
  }

  private val queue = new LinkedBlockingQueue[Pending]
  private val current = new AtomicReference[Option[Pending]](None) // the request that the process works on
  private val ids = new AtomicLong
  private val failures = new AtomicInteger // in a row
  @volatile private var endReason: Option[String] = None // set once
  @volatile private var suspendedUntil = 0L
  @volatile private var silentSince = 0L // when an answer was first late; 0 if none is

  /** The time in milliseconds since an answer was first late; 0 if the process has called since. */
  def silentMillis: Long = if (silentSince == 0) 0 else (System.nanoTime - silentSince) / 1000000

  /** Whether the process gets no requests: it has ended, or it has failed several times in a row, which suspends it
    * for some seconds.
    */
  def isSuspended: Boolean =
    endReason.isDefined || (failures.get >= Exchange.maxFailures && System.nanoTime < suspendedUntil)

  /** Sends a request and waits for the answer.
    *
    * @return
    *   the answer, or the reason why there is none
    */
  def call(body: ObjectNode, live: LiveNodes, millis: Long): Either[String, JsonNode] = endReason match {
    case Some(reason) => Left(reason)
    case None =>
      val id = ids.incrementAndGet()
      val pending = new Pending(id, body.put("id", id), live, millis)
      queue.put(pending)
      if (endReason.isDefined) pending.answer.cancel(false)
      val answer = await(pending, millis)
      queue.remove(pending)
      current.updateAndGet(_.filterNot(_ eq pending))
      pending.live.close()
      countFailures(answer)
      answer
  }

  private def await(pending: Pending, millis: Long): Either[String, JsonNode] =
    try Right(pending.answer.get(millis, TimeUnit.MILLISECONDS))
    catch {
      case _: TimeoutException =>
        if (silentSince == 0) silentSince = System.nanoTime
        Left(s"no answer within $millis ms")
      case e: ExecutionException => Left(Option(e.getCause).fold("failed")(_.getMessage))
      case _: CancellationException => Left(endReason.getOrElse("cancelled"))
    }

  private def countFailures(answer: Either[String, JsonNode]): Unit =
    if (answer.isRight) failures.set(0)
    else if (failures.incrementAndGet() >= Exchange.maxFailures)
      suspendedUntil = System.nanoTime + Exchange.suspension.toNanos

  /** Called by the process: returns the answer to the request `done`, and waits for the next request.
    *
    * @return
    *   the next request, or an empty string after `waitMillis`
    */
  def exchange(done: Long, answer: String, waitMillis: Long): String = {
    silentSince = 0
    if (done >= 0) current.getAndSet(None).filter(_.id == done).foreach(complete(_, answer))
    val next =
      Option(queue.poll(math.max(0L, math.min(waitMillis, Exchange.maxWaitMillis)), TimeUnit.MILLISECONDS))
    next.filterNot(_.answer.isDone).fold("") { pending =>
      current.set(Some(pending))
      pending.text()
    }
  }

  private def complete(pending: Pending, answer: String): Unit =
    if (answer.length > maxAnswer)
      pending.answer.completeExceptionally(new IllegalArgumentException(
        s"the answer has ${answer.length} characters; the limit is $maxAnswer"
      ))
    else
      Json.parse(answer) match {
        case Right(json) => pending.answer.complete(json)
        case Left(reason) =>
          pending.answer.completeExceptionally(new IllegalArgumentException(s"the answer is $reason"))
      }

  /** Called by the process: the value at a path of a node of the request that it works on. */
  def live(request: Long, node: Int, path: String): Either[String, JsonNode] =
    current.get.filter(_.id == request).toRight("the event is over").flatMap(_.live(node, path))

  /** The process has ended or has left: cancels all its requests. */
  def disconnect(reason: String): Unit = {
    endReason = Some(reason)
    current.get.foreach(_.answer.cancel(false))
    queue.forEach { p => p.answer.cancel(false); () }
  }
}

private object Exchange {
  private val maxFailures = 3
  private val suspension = Duration.ofSeconds(5)
  private val maxWaitMillis = 60000L
}
