package io.headwater.emit.transport

/** Takes a finished event to one place. `carry` throws `EmissionFailed`, and nothing else. */
trait Carrier {
  def carry(event: Finished): Unit
  def close(): Unit
  def description: String
}

object Carrier {

  /** Takes events nowhere: for an agent without extensions. */
  val nowhere: Carrier = new Carrier {
    def carry(event: Finished): Unit = ()
    def close(): Unit = ()
    def description: String = "nowhere"
  }
}
