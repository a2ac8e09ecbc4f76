package io.headwater.shell

import io.headwater.util.TimeLimit

/** What an application holds outside of its JVM, such as a Python process, and must release when it ends. */
private[shell] trait ApplicationResource {

  /** Limits the time of all remaining calls together. */
  def limitTo(millis: Long): Unit

  /** Releases what lives outside of the JVM. */
  def close(): Unit
}

/** The extensions of one application. The worker thread opens them; the application may end before that. Whatever comes
  * first, the limit holds for them, and they are closed once. Any thread may use it.
  */
private[shell] final class OpenedExtensions[A <: ApplicationResource] {
  @volatile private var extensions: Option[A] = None // written under the lock, once, as the two below
  private var limit: Option[TimeLimit] = None
  private var closed = false

  /** `None` if they are not known yet. */
  def get: Option[A] = extensions

  def open(opened: A): Unit = {
    val (known, isClosed) = synchronized {
      extensions = Some(opened)
      (limit, closed)
    }
    known.foreach(l => opened.limitTo(math.max(0L, l.leftMillis)))
    if (isClosed) opened.close()
  }

  def limitTo(millis: Long): Unit = synchronized {
    limit = Some(TimeLimit.in(millis))
    extensions
  }.foreach(_.limitTo(millis))

  def close(): Unit = synchronized {
    val isFirst = !closed
    closed = true
    extensions.filter(_ => isFirst)
  }.foreach(_.close())
}
