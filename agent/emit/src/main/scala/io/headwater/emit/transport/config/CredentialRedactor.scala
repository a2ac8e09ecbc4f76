package io.headwater.emit.transport.config

import java.net.{URLDecoder, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64
import java.util.regex.{Matcher, Pattern}

import scala.util.Try

import io.headwater.config.ConfigTree
import io.headwater.redaction.Redactor

/** Redacts the messages of a transport and its backend. They may repeat the credentials of the transport, which have no
  * recognizable format. Their values are known, so they are replaced, in any case, and as they are encoded in a URL and in
  * base64.
  */
private[transport] final class CredentialRedactor(values: Vector[String], redactor: Redactor) {
  private val known =
    if (values.isEmpty) None
    else Some(Pattern.compile(values.map(Pattern.quote).mkString("|"), Pattern.CASE_INSENSITIVE))

  def apply(text: String): String = redactor.text(
    known.fold(text)(_.matcher(text).replaceAll(Matcher.quoteReplacement(Redactor.replacement)))
  )
}

private[transport] object CredentialRedactor {

  /** Shorter values would also match parts of words. */
  private val minLength = 4

  /** The options whose values are addresses. */
  private val addresses = Set("url", "endpoint", "tokenEndpoint")

  def apply(section: ConfigTree, redactor: Redactor): CredentialRedactor = {
    val all = values(section, redactor, sensitive = false).filter(_.length >= minLength).flatMap(spellings)
    new CredentialRedactor(all.distinct.sortBy(-_.length), redactor)
  }

  /** A value may end in a line break, which neither a header nor a log line shows. */
  private def spellings(secret: String): Vector[String] = {
    val value = secret.trim.replaceAll("\\s+", " ")
    val inUrl = URLEncoder.encode(value, UTF_8.name)
    Vector(
      secret,
      value,
      inUrl,
      inUrl.replace("+", "%20"),
      Base64.getEncoder.withoutPadding.encodeToString(value.getBytes(UTF_8))
    )
  }

  private def values(tree: ConfigTree, redactor: Redactor, sensitive: Boolean): Vector[String] = tree match {
    case ConfigTree.Leaf(v) if sensitive =>
      Vector(v, HttpAuth.withoutScheme(v))
    case ConfigTree.Leaf(_) => Vector.empty
    case ConfigTree.Items(all) => all.flatMap(values(_, redactor, sensitive))
    case ConfigTree.Branch(children) => children.toVector.flatMap {
        case (k, ConfigTree.Leaf(v)) if addresses(k) => parameters(v)
        case (k, t) => values(t, redactor, sensitive || Redactor.secretSections(k) || redactor.isSensitive(k))
      }
  }

  /** The values in the query of an address, as they are and decoded. */
  private def parameters(address: String): Vector[String] =
    address.dropWhile(_ != '?').drop(1).split('&').toVector.map(_.dropWhile(_ != '=').drop(1)).flatMap(
      value =>
        Vector(value) ++ Try(URLDecoder.decode(value, UTF_8.name)).toOption
    )
}
