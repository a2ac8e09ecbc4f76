package io.headwater.plan.connectors

import java.util.Locale.ROOT
import java.util.regex.Pattern

import io.headwater.plan.naming.jdbc.HostPort
import io.headwater.redaction.Redactor

/** The first host of a server's address, as part of a dataset's namespace. It is in lower case, without scheme, user, path
  * and parameters. An address is one URI or a list of hosts; a scheme is optional, before the list or before any host.
  */
private[connectors] object HostPorts {
  private val scheme = Pattern.compile("[A-Za-z][A-Za-z0-9_+.-]*://")

  /** A comma before a host with a scheme of its own. */
  private val beforeScheme = Pattern.compile(s",\\s*(?=$scheme)")

  /** The first host, with its port.
    *
    * @param defaultPort
    *   its port if it has none in the address
    */
  def first(address: String, defaultPort: Int): String =
    HostPort.withPort(firstHost(address), Some(defaultPort))

  /** The first host, without its port. */
  def host(address: String): String = HostPort.withoutPort(firstHost(address))

  private def firstHost(address: String): String = hosts(address).headOption.getOrElse("")

  /** The user and the parameters of the whole address are removed before it is split: a password may contain a comma. */
  private def hosts(address: String): Vector[String] =
    beforeScheme.split(Redactor.default.bare(withScheme(address.trim))).toVector.flatMap { list =>
      val bare = Redactor.default.bare(withScheme(list))
      bare.substring(bare.indexOf("://") + 3).takeWhile(c => c != '/' && c != '?').toLowerCase(ROOT)
        .split(',').map(_.trim)
    }

  private def withScheme(address: String): String =
    if (scheme.matcher(address).lookingAt()) address else s"x://$address"
}
