package io.headwater.plan.naming.jdbc

/** A host of a server's address, with or without a port: `h`, `h:5432`, `[::1]:5432`. */
private[plan] object HostPort {

  /** The host with its own port, or else with this one. */
  def withPort(host: String, port: Option[Int]): String =
    if (hasPort(host)) host else withoutPort(host) + port.fold("")(p => s":$p")

  def withoutPort(host: String): String =
    if (colon(host) < 0) host else host.substring(0, colon(host))

  private def hasPort(host: String): Boolean = colon(host) >= 0 && colon(host) < host.length - 1

  /** Where the port begins; -1 if there is none. In an IPv6 address in brackets, a colon is no sign of a port. */
  private def colon(host: String): Int = {
    val last = host.lastIndexOf(':')
    if (last > host.lastIndexOf(']')) last else -1
  }
}
