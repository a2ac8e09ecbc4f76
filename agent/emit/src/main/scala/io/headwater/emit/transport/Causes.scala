package io.headwater.emit.transport

/** A failure with what it was caused by, outermost first; some are caused by themselves. */
private[transport] object Causes {
  def of(e: Throwable): Vector[Throwable] =
    Iterator.iterate(Option(e))(
      _.flatMap(x => Option(x.getCause))
    ).take(10).takeWhile(_.isDefined).flatten.toVector
}
