package io.headwater.plan.naming.jdbc

/** A host of a server's address, with or without a port: `h`, `h:5432`, `[::1]:5432`. */
private[plan] object HostPort {

  /** The host with its own port, or else with this one. */
  def withPort(host: String, port: Option[Int]): String =
    if (portOf(host).isDefined) host else withoutPort(host) + port.fold("")(p => s":$p")

  def withoutPort(host: String): String =
    if (colon(host) < 0) host else host.substring(0, colon(host))

  def portOf(host: String): Option[String] =
    if (colon(host) < 0) None else Some(host.substring(colon(host) + 1)).filter(_.nonEmpty)

  /** Where the port begins; -1 if there is none. In an IPv6 address in brackets, a colon is no sign of a port. */
  private def colon(host: String): Int = {
    val last = host.lastIndexOf(':')
    if (last > host.lastIndexOf(']')) last else -1
  }
}
