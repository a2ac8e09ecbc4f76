package io.headwater.shell.python.snapshot

/** The names of a case class's constructor arguments, in their order. */
private[python] object ProductNames {
  def of(p: Product): Vector[String] = p.productElementNames.toVector
}
