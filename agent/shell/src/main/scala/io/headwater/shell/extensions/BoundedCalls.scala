package io.headwater.shell.extensions

import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.collection.mutable
import scala.util.{Failure, Success, Try}

import io.headwater.model.ExtensionError
import io.headwater.redaction.Redactor
import io.headwater.shell.logging.DriverLog

/** Runs code of extensions, each question on a daemon thread of its own: it costs so long and no longer, whatever it
  * throws. One that hangs is not asked again before it has returned. The first failure of a kind is one line in the
  * log. Called on one thread only.
  */
final class BoundedCalls(limit: Duration, loader: ClassLoader, redactor: Redactor) {
  private val log = new DriverLog(classOf[BoundedCalls], redactor)
  private val busy = mutable.HashMap.empty[String, Thread]
  private val logged = mutable.HashSet.empty[(String, String)]
  @volatile private var end = Option.empty[Long] // nanoseconds; set when the application ends

  /** @param extension the name of what is asked
    * @param stage     what for: `visit LogicalRelation`; looked at when it has failed
    */
  def ask[A](extension: String, stage: => String)(run: => A): Either[ExtensionError, A] = {
    val millis = math.min(limit.toMillis, end.fold(Long.MaxValue)(e => (e - System.nanoTime) / 1000000))
    if (busy.get(extension).exists(_.isAlive))
      Left(ExtensionError(extension, stage, "not asked: it has not returned from an earlier call"))
    else if (millis <= 0)
      Left(ExtensionError(extension, stage, "the application ends, and there is no time left to ask"))
    else answer(extension, stage, millis)(run)
  }

  private def answer[A](extension: String, stage: => String, millis: Long)(run: => A)
      : Either[ExtensionError, A] = {
    val done = new CountDownLatch(1)
    @volatile var outcome: Try[A] = Failure(new InterruptedException)
    val thread = new Thread(
      () => {
        // not Guard: whatever this is, linkage errors and those of the JVM included, is the extension's own
        outcome =
          try Success(run)
          catch { case t: Throwable => Failure(t) }
        done.countDown()
      },
      "headwater-extension"
    )
    thread.setDaemon(true)
    thread.setContextClassLoader(loader)
    thread.start()
    if (done.await(millis, TimeUnit.MILLISECONDS))
      outcome.toEither.left.map(failed(extension, stage, _))
    else {
      busy(extension) = thread
      thread.interrupt()
      Left(failed(extension, stage, s"no answer within $millis ms", None))
    }
  }

  /** Any thread. */
  def failed(extension: String, stage: String, cause: Throwable): ExtensionError =
    failed(extension, stage, BoundedCalls.words(cause), Some(cause))

  private def failed(extension: String, stage: String, why: String, cause: Option[Throwable])
      : ExtensionError = {
    if (logged.synchronized(logged.size < BoundedCalls.most && logged.add((extension, why)))) {
      val line = s"Headwater: extension $extension failed ($stage): $why; events lack what it would have said"
      cause.fold(log.warn(line))(log.warn(line, _))
    }
    ExtensionError(extension, stage, why)
  }

  /** The application ends: from now on there are so many milliseconds for all that is still to be asked. */
  def hurry(millis: Long): Unit = end = Some(System.nanoTime + millis * 1000000)
}

private object BoundedCalls {

  /** Lines in the log. */
  val most = 100

  /** Of a call by reflection what it threw. */
  def words(thrown: Throwable): String = {
    val cause = thrown match {
      case e: java.lang.reflect.InvocationTargetException if e.getCause != null => e.getCause
      case e: ExceptionInInitializerError if e.getCause != null => e.getCause
      case e => e
    }
    val message = Try(Option(cause.getMessage)).toOption.flatten
    s"${cause.getClass.getName}${message.fold("")(m => s": ${m.take(500)}")}"
  }
}
