package io.headwater.emit.transport.config

import java.net.URI
import java.util.Locale.ROOT

import scala.util.Try

import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor
import io.headwater.util.Attempts

/** A validated `http` section. openlineage-java reports these errors too late or not at all.
  *
  * @param settings
  *   the options that the configuration class of openlineage-java accepts
  * @param tls
  *   the section `sslContext`, for which that class has no equivalent
  * @param usesProxy
  *   whether requests go over the proxy that the JVM has for an address; that class has no equivalent, either
  */
private[transport] final case class HttpSettings(
    settings: Branch,
    tls: Option[DefaultClientTlsStrategy],
    usesProxy: Boolean
)

private[transport] object HttpSettings {
  def read(at: String, section: Branch, redactor: Redactor): Either[ConfigProblem, HttpSettings] =
    for {
      _ <- address(at, section, redactor)
      auth <- HttpAuth.check(s"$at.auth", section.get("auth"), redactor)
      tls <- section.get("sslContext") match {
        case Some(b: Branch) => new Tls(s"$at.sslContext", redactor).of(b).map(Some(_))
        case Some(_) =>
          Left(ConfigProblem.of(s"$at.sslContext", "", "not a section; write its options below this key"))
        case None => Right(None)
      }
      usesProxy <- proxy(at, section, redactor)
    } yield HttpSettings(
      Branch(section.children - "sslContext" - "proxy" ++ auth.map("auth" -> _) ++ url(section)),
      tls,
      usesProxy
    )

  private def proxy(at: String, section: Branch, redactor: Redactor): Either[ConfigProblem, Boolean] =
    section.text("proxy").map(_.trim) match {
      case None | Some("none") => Right(false)
      case Some("system") => Right(true)
      case Some(other) =>
        val fix = "use none, or system for the proxy of http.proxyHost and https.proxyHost"
        Left(ConfigProblem.of(s"$at.proxy", other, fix, redactor))
    }

  private def url(section: Branch): Option[(String, Leaf)] =
    UnusedPath.of(section).map(unused => "url" -> Leaf(unused.url))

  private def address(at: String, section: Branch, redactor: Redactor): Either[ConfigProblem, Unit] = {
    def problem(key: String, value: String, fix: String) =
      Left(ConfigProblem.of(s"$at.$key", value, fix, redactor))
    val text = section.text("url").map(_.trim).getOrElse("")
    val uri = Try(new URI(text)).toOption
    val web =
      uri.filter(u => Vector("http", "https").contains(Option(u.getScheme).getOrElse("").toLowerCase(ROOT)))
    web match {
      case _ if text.isEmpty =>
        problem("url", "", "missing; give the address of the OpenLineage backend, http://host:port")
      case Some(u) if u.getRawUserInfo ne null =>
        problem("url", text, "the user in the address is not sent; put the credential under transport.auth")
      case Some(u) if Option(u.getHost).exists(_.nonEmpty) => Right(())
      case _ => problem("url", text, "not a web address; write it as http://host:port")
    }
  }
}

/** Validates the section `auth`. Its type decides which options are required. The options of a user's own class are not
  * validated.
  */
private[transport] object HttpAuth {
  private val required = Map("api_key" -> Vector("apiKey"), "jwt" -> Vector("apiKey", "tokenEndpoint"))

  def check(
      at: String,
      section: Option[ConfigTree],
      redactor: Redactor
  ): Either[ConfigProblem, Option[Branch]] = section match {
    case None => Right(None)
    case Some(auth: Branch) =>
      val kind = auth.text("type").map(_.trim).getOrElse("")
      val missing = required.getOrElse(kind, Vector.empty).find(k => !auth.text(k).exists(_.trim.nonEmpty))
      def problem(key: String, value: String, fix: String) =
        Left(ConfigProblem.of(s"$at.$key", value, fix, redactor))
      if (kind.isEmpty) problem("type", "", "missing; use api_key, jwt, or the class of a TokenProvider")
      else if (missing.isDefined) {
        val similar = missing.fold("")(otherCase(_, auth))
        problem(missing.mkString, "", s"missing; auth.type $kind requires it$similar")
      } else if (!required.contains(kind) && !loadable(kind))
        problem(
          "type",
          kind,
          "neither api_key nor jwt, nor a class on the driver's class path"
        )
      else Right(Some(Branch(auth.children ++ fields(auth) ++ apiKey(kind, auth))))
    case Some(_) => Left(ConfigProblem.of(at, "", "not a section; write auth.type and its options"))
  }

  /** The name of a variable without its underscores gives a key in small letters. */
  private def otherCase(key: String, auth: Branch): String =
    auth.children.keys.find(_.equalsIgnoreCase(key)).fold("") { found =>
      val variable = key.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(ROOT)
      s", and $found is another name; write $key, or $variable in the name of a variable"
    }

  /** openlineage-java expects a list; a single text is split at commas. */
  private def fields(auth: Branch): Option[(String, Items)] = auth.get("tokenFields").collect {
    case Leaf(v) =>
      "tokenFields" -> Items(v.split(',').toVector.map(f => Leaf(f.trim)))
  }

  /** openlineage-java writes `Bearer` before the key. Airflow's OpenLineage provider gives a key that has it already. */
  private def apiKey(kind: String, auth: Branch): Option[(String, Leaf)] =
    if (kind == "api_key") auth.text("apiKey").map(key => "apiKey" -> Leaf(withoutScheme(key))) else None

  /** The credential in `Bearer <credential>`; any other text as it is. */
  def withoutScheme(credential: String): String = credential.replaceFirst("^\\s*(?i:Bearer)\\s+", "")

  private def loadable(name: String): Boolean = Attempts.caught(Class.forName(name)).isSuccess
}
