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

  def apply(section: ConfigTree, redactor: Redactor): CredentialRedactor = {
    val all =
      values(section, redactor, sensitive = false).flatMap(spellings).filter(_.trim.length >= minLength)
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
        case (k, t) => inQuery(k, t) ++
            values(t, redactor, sensitive || Redactor.secretSections(k) || redactor.isSensitive(k))
      }
  }

  /** The values in the query of an option that is an address, as they are and decoded. */
  private def inQuery(key: String, option: ConfigTree): Vector[String] = option match {
    case ConfigTree.Leaf(address) if TransportOptions.addresses(key) =>
      address.dropWhile(_ != '?').drop(1).split('&').toVector.map(_.dropWhile(_ != '=').drop(1))
        .flatMap(value => value +: Try(URLDecoder.decode(value, UTF_8.name)).toOption.toVector)
    case _ => Vector.empty
  }
}
