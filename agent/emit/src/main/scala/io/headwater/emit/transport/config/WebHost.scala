package io.headwater.emit.transport.config

import java.net.URI

import scala.util.Try

import org.apache.hc.core5.net.URIAuthority

/** The host and the port of a web address. Java's `URI` has neither if the name contains an underscore, as many names of
  * containers do; DNS and Apache's HTTP client accept it.
  *
  * @param port
  *   that of the scheme if the address gives none
  */
private[headwater] final case class WebHost(name: String, port: Int, user: Option[String])

private[headwater] object WebHost {
  private val names = "[\\p{Alnum}._-]+".r

  /** None if the address is not one of the web. */
  def of(address: URI): Option[WebHost] =
    for {
      schemePort <- Option(address.getScheme).map(_.toLowerCase(java.util.Locale.ROOT)).collect {
        case "http" => 80
        case "https" => 443
      }
      authority <- Option(address.getRawAuthority).flatMap(a => Try(URIAuthority.create(a)).toOption)
      name = Option(address.getHost).getOrElse(authority.getHostName)
      if name.nonEmpty && (address.getHost == name || names.pattern.matcher(name).matches)
    } yield WebHost(
      name,
      if (authority.getPort >= 0) authority.getPort else schemePort,
      Option(authority.getUserInfo)
    )
}
