package io.headwater.shell.extensions.snapshot

/** The names of a case class's constructor arguments, in their order. */
private[shell] object ProductNames {
  def of(p: Product): Vector[String] = p.productElementNames.toVector
}
