package io.headwater.emit.spool

/** What happened to the events so far.
  *
  * @param sent
  *   accepted by their transport
  * @param spooled
  *   waiting for their transport
  * @param dead
  *   rejected for good by their transport
  * @param dropped
  *   lost because neither the disk nor the memory had room
  * @param recovered
  *   left behind by applications that died, and sent by this one
  * @param expired
  *   left behind by applications that died, and deleted because of their age or the size of the spool
  */
final case class DeliveryCounts(
    sent: Long = 0,
    spooled: Long = 0,
    dead: Long = 0,
    dropped: Long = 0,
    recovered: Long = 0,
    expired: Long = 0
) {
  def +(other: DeliveryCounts): DeliveryCounts = DeliveryCounts(
    sent + other.sent,
    spooled + other.spooled,
    dead + other.dead,
    dropped + other.dropped,
    recovered + other.recovered,
    expired + other.expired
  )
}
