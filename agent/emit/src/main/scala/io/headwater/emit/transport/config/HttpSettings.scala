package io.headwater.emit.transport.config

import java.net.URI
import java.util.Locale.ROOT

import scala.util.Try

import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
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
  def read(section: TransportSection): Either[ConfigProblem, HttpSettings] =
    for {
      _ <- address(section)
      auth <- HttpAuth.check(section)
      tls <- section.options.get("sslContext") match {
        case Some(b: Branch) => new Tls(section.below("sslContext", b)).strategy.map(Some(_))
        case Some(_) =>
          Left(section.problem("sslContext", "", "not a section; write its options below this key"))
        case None => Right(None)
      }
      usesProxy <- proxy(section)
    } yield HttpSettings(
      Branch(
        section.options.children - "sslContext" - "proxy" ++ auth.map("auth" -> _) ++ url(section.options)
      ),
      tls,
      usesProxy
    )

  private def proxy(section: TransportSection): Either[ConfigProblem, Boolean] =
    section.options.text("proxy").map(_.trim) match {
      case None | Some("none") => Right(false)
      case Some("system") => Right(true)
      case Some(other) =>
        val fix = "use none, or system for the proxy of http.proxyHost and https.proxyHost"
        Left(section.problem("proxy", other, fix))
    }

  private def url(section: Branch): Option[(String, Leaf)] =
    UnusedPath.of(section).map(unused => "url" -> Leaf(unused.url))

  private def address(section: TransportSection): Either[ConfigProblem, Unit] = {
    val text = section.options.text("url").map(_.trim).getOrElse("")
    def problem(fix: String) = Left(section.problem("url", text, fix))
    Try(new URI(text)).toOption.flatMap(WebHost.of) match {
      case _ if text.isEmpty =>
        problem("missing; give the address of the OpenLineage backend, http://host:port")
      case Some(host) if host.user.isDefined =>
        problem("the user in the address is not sent; put the credential under transport.auth")
      case Some(_) => Right(())
      case None => problem("not a web address; write it as http://host:port")
    }
  }
}

/** Validates the section `auth`. Its type decides which options are required. The options of a user's own class are not
  * validated.
  */
private[transport] object HttpAuth {
  private val required = Map("api_key" -> Vector("apiKey"), "jwt" -> Vector("apiKey", "tokenEndpoint"))

  def check(http: TransportSection): Either[ConfigProblem, Option[Branch]] = http.options.get("auth") match {
    case None => Right(None)
    case Some(auth: Branch) => checked(http.below("auth", auth)).map(Some(_))
    case Some(_) => Left(http.problem("auth", "", "not a section; write auth.type and its options"))
  }

  private def checked(section: TransportSection): Either[ConfigProblem, Branch] = {
    val kind = section.options.text("type").map(_.trim).getOrElse("")
    val auth = if (required.contains(kind)) withKey(section.options) else section.options
    required.getOrElse(kind, Vector.empty).find(!isSet(auth, _)) match {
      case _ if kind.isEmpty =>
        Left(section.problem("type", "", "missing; use api_key, jwt, or the class of a TokenProvider"))
      case Some(missing) =>
        val fix = s"missing; auth.type $kind requires it${otherCase(missing, auth)}"
        Left(section.problem(missing, "", fix))
      case None if !required.contains(kind) && !loadable(kind) =>
        val fix = "neither api_key nor jwt, nor a class on the driver's class path"
        Left(section.problem("type", kind, fix))
      case None => Right(Branch(auth.children ++ fields(auth) ++ apiKey(kind, auth)))
    }
  }

  private def isSet(auth: Branch, key: String): Boolean = auth.text(key).exists(_.trim.nonEmpty)

  /** OpenLineage's documentation also writes `api_key` for `apiKey`, which openlineage-java does not read. */
  private def withKey(auth: Branch): Branch = {
    val alias = if (isSet(auth, "apiKey")) None else auth.get("api_key")
    Branch(auth.children - "api_key" ++ alias.map("apiKey" -> _))
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
