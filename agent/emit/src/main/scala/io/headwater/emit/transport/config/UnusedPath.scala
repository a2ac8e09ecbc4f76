package io.headwater.emit.transport.config

import java.net.URI

import scala.util.Try

import io.headwater.config.ConfigTree.Branch

/** The path in the URL of an `http` section that has an endpoint, too. The published agent then uses the endpoint only;
  * the transport of openlineage-java refuses such a URL.
  *
  * @param url
  *   the URL without the path
  */
final case class UnusedPath(path: String, url: String)

object UnusedPath {
  def of(section: Branch): Option[UnusedPath] = for {
    _ <- section.text("endpoint").filter(_.trim.nonEmpty)
    url <- section.text("url")
    uri <- Try(new URI(url.trim)).toOption
    path <- Option(uri.getRawPath).filter(p => p.nonEmpty && p != "/")
  } yield UnusedPath(
    path,
    s"${uri.getScheme}://${uri.getRawAuthority}${Option(uri.getRawQuery).fold("")("?" + _)}"
  )
}
