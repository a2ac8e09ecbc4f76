package io.headwater.emit.transport

import io.headwater.emit.EmissionFailed

/** The configured transport, and after it, whatever it did, those of extensions. */
private[transport] final class Both(main: Carrier, extensions: Carrier) extends Carrier {
  def description: String = main.description
  override def local: Boolean = main.local && extensions.local
  override def parts: Vector[Carrier] = main.parts ++ extensions.parts

  def carry(event: Finished): Unit = {
    val failures = Vector(main, extensions).flatMap(c => Deadline.caught(c.carry(event)).failed.toOption)
    if (failures.nonEmpty) throw EmissionFailed.of(failures, failures.map(_.getMessage).mkString("; "))
  }

  def close(): Unit = {
    main.close()
    extensions.close()
  }
}
