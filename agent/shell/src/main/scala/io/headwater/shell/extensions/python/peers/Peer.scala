package io.headwater.shell.extensions.python.peers

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

import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** One Python process that answers. It parks in `exchange`; whoever asks waits on a future with a deadline and never on
  * a socket. What is asked while nobody is parked waits in line until its deadline.
  */
final class Peer(val session: String, val isHost: Boolean, said: Hooks, maxAnswer: Int) {
  private final class Pending(val id: Long, val text: String, val live: LiveNodes) {
    val answer = new CompletableFuture[JsonNode]
  }

  private val line = new LinkedBlockingQueue[Pending]
  private val open = new AtomicReference[Option[Pending]](None)
  private val ids = new AtomicLong
  private val known = new AtomicReference(said)
  private val failures = new AtomicInteger
  @volatile private var gone: Option[String] = None // why; set once
  @volatile private var retryAt = 0L
  @volatile private var lateSince = 0L // when an answer first did not come; 0: nothing is owed

  def hooks: Hooks = known.get
  def update(hooks: Hooks): Unit = known.set(hooks)
  def isGone: Boolean = gone.isDefined

  /** How long the peer has been silent since it first failed to answer in time, in milliseconds. */
  def late: Long = if (lateSince == 0) 0 else (System.nanoTime - lateSince) / 1000000

  /** Whether it is worth asking: after three failures in a row it is left alone for a while. */
  def rests: Boolean = gone.isDefined || (failures.get >= Peer.tooMany && System.nanoTime < retryAt)

  /** Asks and waits, `millis` at most.
    *
    * @return the answer, or why there is none
    */
  def ask(body: ObjectNode, live: LiveNodes, millis: Long): Either[String, JsonNode] = gone match {
    case Some(why) => Left(why)
    case None =>
      val id = ids.incrementAndGet()
      body.put("id", id).put("budgetMillis", millis * 4 / 5)
      val pending = new Pending(id, Json.mapper.writeValueAsString(body), live)
      line.put(pending)
      if (isGone) pending.answer.cancel(false)
      val answer = await(pending, millis)
      line.remove(pending)
      open.compareAndSet(Some(pending), None)
      pending.live.close()
      counted(answer)
  }

  private def await(pending: Pending, millis: Long): Either[String, JsonNode] =
    try Right(pending.answer.get(millis, TimeUnit.MILLISECONDS))
    catch {
      case _: TimeoutException =>
        if (lateSince == 0) lateSince = System.nanoTime
        Left(s"no answer within $millis ms")
      case e: ExecutionException => Left(Option(e.getCause).fold("failed")(_.getMessage))
      case _: CancellationException => Left(gone.getOrElse("given up"))
    }

  private def counted(answer: Either[String, JsonNode]): Either[String, JsonNode] = {
    if (answer.isRight) failures.set(0)
    else if (failures.incrementAndGet() >= Peer.tooMany) retryAt = System.nanoTime + Peer.rest.toNanos
    answer
  }

  /** Python's side: hands in an answer, and parks until there is something to do. */
  def exchange(done: Long, answer: String, waitMillis: Long): String = {
    lateSince = 0
    if (done >= 0) open.getAndSet(None).filter(_.id == done).foreach(settle(_, answer))
    val next = Option(line.poll(math.max(0L, math.min(waitMillis, Peer.longestWait)), TimeUnit.MILLISECONDS))
    next.filterNot(_.answer.isDone).fold("") { pending =>
      open.set(Some(pending))
      pending.text
    }
  }

  private def settle(pending: Pending, answer: String): Unit =
    if (answer.length > maxAnswer)
      pending.answer.completeExceptionally(
        new IllegalArgumentException(s"an answer of ${answer.length} characters; $maxAnswer is the most")
      )
    else
      Json.parse(answer) match {
        case Right(json) => pending.answer.complete(json)
        case Left(why) =>
          pending.answer.completeExceptionally(new IllegalArgumentException(s"an answer that is $why"))
      }

  /** The value at a path of a node of the request that is being answered. */
  def live(request: Long, node: Int, path: String): Either[String, JsonNode] =
    open.get.filter(_.id == request).toRight("the event is over").flatMap(_.live(node, path))

  /** The process has ended or left: whoever waits is told at once. */
  def leave(why: String): Unit = {
    gone = Some(why)
    open.get.foreach(_.answer.cancel(false))
    line.forEach { p => p.answer.cancel(false); () }
  }
}

object Peer {
  private val tooMany = 3
  private val rest = java.time.Duration.ofSeconds(5)
  private val longestWait = 60000L
}
