package io.headwater.emit.transport.config

import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Locale.ROOT
import java.util.UUID

import scala.util.Try

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.redaction.Redactor

/** The name of an HTTP destination in the spool: its address, and a hash of what else the requests say about their
  * receiver. Several tenants of one backend have one address; a header or a parameter tells them apart.
  *
  * Secrets have no part in the hash: events that were written before a key was changed are for the same destination.
  * `python-sdk/src/headwater/_destination.py` computes the same; both are tested with `destinations.json`.
  */
private[transport] object HttpIdentity {
  def of(section: Branch, redactor: Redactor): String =
    s"http ${address(section, redactor)} #${hash(receiver(section, redactor))}"

  /** Where events are posted, without parameters. The default endpoint is left out. */
  private def address(section: Branch, redactor: Redactor): String = {
    val url = redactor.bare(UnusedPath.of(section).fold(section.text("url").getOrElse("").trim)(_.url))
    section.text("endpoint").map(_.trim.takeWhile(_ != '?')).filter(_.nonEmpty) match {
      case Some(endpoint) => s"${url.stripSuffix("/")}/${endpoint.stripPrefix("/")}"
      case None => url
    }
  }

  /** A line for each header and parameter that is not secret. */
  private def receiver(section: Branch, redactor: Redactor): Vector[String] = {
    def entries(key: String) = section.get(key).fold(Vector.empty[(String, String)]) {
      case Branch(all) => all.toVector.collect { case (name, Leaf(value)) => name -> value }
      case _ => Vector.empty
    }
    val headers = entries("headers").map { case (name, value) =>
      ("header", name.trim.toLowerCase(ROOT), value)
    }
    val params = (query(section, "url") ++ query(section, "endpoint") ++ entries("urlParams"))
      .map { case (name, value) => ("param", TransportOptions.parameter(name), value) }
    (headers ++ params).collect {
      case (kind, name, value) if !isSecret(name) && !redactor.isSensitive(name) =>
        s"$kind $name=${value.trim}"
    }
  }

  private def query(section: Branch, key: String): Vector[(String, String)] = {
    val text = section.text(key).getOrElse("").trim.dropWhile(_ != '?').drop(1).takeWhile(_ != '#')
    text.split('&').toVector.filter(_.nonEmpty).map { pair =>
      val (name, value) = pair.span(_ != '=')
      decoded(name) -> decoded(value.drop(1))
    }
  }

  private def decoded(text: String): String = Try(URLDecoder.decode(text, UTF_8.name)).getOrElse(text)

  private def hash(lines: Vector[String]): String =
    UUID.nameUUIDFromBytes(lines.distinct.sorted.mkString("\n").getBytes(UTF_8)).toString.take(8)

  /** By its name. More than a redactor finds: what is left out only makes two destinations one, as their address is. */
  private def isSecret(name: String): Boolean = {
    val lower = name.toLowerCase(ROOT)
    secretParts.exists(lower.contains(_)) || secretWords(lower.split("[._-]").lastOption.getOrElse(""))
  }

  private val secretParts =
    Vector(
      "secret",
      "pass",
      "pwd",
      "token",
      "credential",
      "signature",
      "auth",
      "key",
      "cookie",
      "jwt",
      "session"
    )
  private val secretWords =
    Set("sig", "sas", "otp", "pw", "cred", "creds", "delegation", "logdata", "googleaccessid")
}
