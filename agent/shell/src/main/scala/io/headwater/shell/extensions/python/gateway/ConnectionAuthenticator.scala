package io.headwater.shell.extensions.python.gateway

import java.io.{IOException, InputStream}
import java.net.Socket
import java.nio.charset.StandardCharsets.US_ASCII
import java.security.MessageDigest
import java.util.ArrayDeque
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.{RejectedExecutionException, SynchronousQueue, ThreadPoolExecutor, TimeUnit}

import scala.annotation.tailrec

import io.headwater.util.{Attempts, TimeLimit}

/** Reads the token of new connections, before py4j sees them: any process of the machine can connect, and py4j would keep
  * a thread and an unbounded line for each. Until its token has come, a connection may send
  * [[ConnectionAuthenticator.maxBytes]] within [[ConnectionAuthenticator.maxMillis]]. At most
  * [[ConnectionAuthenticator.maxWaiting]] connections wait; beyond that the oldest is closed.
  *
  * @param admit
  *   takes a connection with the right token
  * @param refused
  *   is called for the first connection that is refused, with the reason
  */
private[gateway] final class ConnectionAuthenticator(
    token: String,
    admit: Socket => Unit,
    refused: String => Unit
) {
  import ConnectionAuthenticator._
  private val waiting = new ArrayDeque[Socket] // guarded by itself
  private val refusals = new AtomicLong
  private val threads = new ThreadPoolExecutor(
    0,
    2 * maxWaiting, // a connection that was closed for a new one ends a little later
    10,
    TimeUnit.SECONDS,
    new SynchronousQueue[Runnable],
    (work: Runnable) => {
      val thread = new Thread(null, work, "headwater-python-authentication", stackBytes)
      thread.setDaemon(true)
      thread
    }
  )

  /** How many connections were refused. */
  def refusedCount: Long = refusals.get

  /** Checks a connection on another thread. */
  def check(socket: Socket): Unit = {
    val evicted = waiting.synchronized {
      waiting.add(socket)
      if (waiting.size > maxWaiting) Some(waiting.poll()) else None
    }
    evicted.foreach(closeQuietly)
    try threads.execute(() => decide(socket))
    catch { case _: RejectedExecutionException => refuse(socket, "too many connections wait") }
  }

  def close(): Unit = {
    threads.shutdown()
    waiting.synchronized(waiting.forEach(s => closeQuietly(s)))
  }

  private def decide(socket: Socket): Unit =
    Attempts.caught(
      tokenOf(socket)
    ).toEither.left.map(_ => "it sent no token in time").flatMap(identity) match {
      case Left(reason) => refuse(socket, reason)
      case Right(()) =>
        forget(socket)
        if (Attempts.caught(welcome(socket)).isFailure) closeQuietly(socket) else admit(socket)
    }

  /** Reads `A`, the command of py4j, and the token: two lines. */
  private def tokenOf(socket: Socket): Either[String, Unit] = {
    val in = new BoundedLines(socket, TimeLimit.in(maxMillis.toLong))
    val isCommand = in.line() == "A"
    val sent = if (isCommand) in.line() else ""
    val isRight = MessageDigest.isEqual(sent.getBytes(US_ASCII), token.getBytes(US_ASCII))
    if (!isCommand) Left("it sent no token") else if (isRight) Right(()) else Left("its token is wrong")
  }

  private def welcome(socket: Socket): Unit = {
    socket.setSoTimeout(0)
    socket.getOutputStream.write("!yv\n".getBytes(US_ASCII))
    socket.getOutputStream.flush()
  }

  private def refuse(socket: Socket, reason: String): Unit = {
    forget(socket)
    closeQuietly(socket)
    if (refusals.incrementAndGet() == 1) refused(reason)
  }

  private def forget(socket: Socket): Unit = waiting.synchronized { waiting.remove(socket); () }

  private def closeQuietly(socket: Socket): Unit = { Attempts.caught(socket.close()); () }
}

private[gateway] object ConnectionAuthenticator {
  val maxBytes = 4096
  val maxMillis = 2000
  val maxWaiting = 16
  private val stackBytes = 128L << 10

  /** Lines of a socket, byte by byte, so that nothing behind them is taken.
    *
    * @param limit
    *   for all of them together
    */
  private final class BoundedLines(socket: Socket, limit: TimeLimit) {
    private val in: InputStream = socket.getInputStream
    private var read = 0

    /** @throws java.io.IOException
      *   at the end of the stream, of the time or of the bound
      */
    def line(): String = {
      val text = new java.lang.StringBuilder
      @tailrec def loop(): Unit = {
        val c = next()
        if (c != '\n') {
          text.append(c)
          loop()
        }
      }
      loop()
      text.toString
    }

    private def next(): Char = {
      val millis = limit.leftMillis
      if (millis <= 0 || read >= maxBytes) throw new IOException("no token")
      socket.setSoTimeout(millis.toInt)
      read += 1
      val c = in.read()
      if (c < 0) throw new IOException("no token") else c.toChar
    }
  }
}
