package io.headwater.plan.connectors

import java.util.Locale.ROOT

import io.headwater.redaction.Redactor

/** The hosts of a server's address, as part of a dataset's namespace. */
private[connectors] object HostPorts {

  /** The hosts of `address` in lower case, each with its port. Scheme, user, path and parameters are left
    * out.
    *
    * @param address
    *   one URI or a list of hosts; the scheme is optional
    * @param defaultPort
    *   the port of hosts that have none in the address
    */
  def of(address: String, defaultPort: Int): String = {
    val scheme = address.indexOf("://")
    val bare = Redactor.default.bare(if (scheme < 0) s"x://$address" else address)
    bare.substring(bare.indexOf("://") + 3).takeWhile(c => c != '/' && c != '?').toLowerCase(ROOT).split(',')
      .map(h => if (h.lastIndexOf(':') > h.lastIndexOf(']')) h else s"$h:$defaultPort").mkString(",")
  }
}
