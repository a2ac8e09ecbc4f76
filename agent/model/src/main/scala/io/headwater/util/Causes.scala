package io.headwater.util

/** An exception and its causes, outermost first. At most ten: an exception may be its own cause. */
private[headwater] object Causes {
  def of(e: Throwable): Vector[Throwable] =
    Iterator.iterate(Option(e))(_.flatMap(x => Option(x.getCause)))
      .take(10).takeWhile(_.isDefined).flatten.toVector
}
