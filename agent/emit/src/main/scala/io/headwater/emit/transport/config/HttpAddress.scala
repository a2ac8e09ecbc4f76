package io.headwater.emit.transport.config

import java.net.URI

import scala.util.Try

import io.headwater.config.ConfigTree.Branch

/** The address of an `http` section whose URL has a path although an endpoint is set, too. The published agent then uses
  * the endpoint only; the transport of openlineage-java refuses such an address.
  *
  * @param base
  *   the URL without the path
  */
final case class HttpAddress(base: String, unusedPath: String)

object HttpAddress {
  def of(section: Branch): Option[HttpAddress] = for {
    _ <- section.text("endpoint").filter(_.trim.nonEmpty)
    url <- section.text("url")
    uri <- Try(new URI(url.trim)).toOption
    path <- Option(uri.getRawPath).filter(p => p.nonEmpty && p != "/")
  } yield HttpAddress(
    s"${uri.getScheme}://${uri.getRawAuthority}${Option(uri.getRawQuery).fold("")("?" + _)}",
    path
  )
}
