package io.headwater.shell.config

import java.net.{URI, URLDecoder}

import scala.util.Try

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.config.TransportOptions

/** The URL of a backend that holds settings.
  *
  * {{{http://host/api/v1/namespaces/NS/jobs/PARENT_JOB/runs/PARENT_RUN_ID?app_name=…&api_key=…&timeout=…&disabled=…&other=…}}}
  *
  * @param base
  *   the URL without the settings
  */
private[config] final case class BackendUrl(base: String, settings: Branch)

private[config] object BackendUrl {
  private val ApiPath = "(.*)/api/v1/?".r
  private val NamespacePath = "(.*)/api/v1/namespaces/([^/]+)(?:/jobs/([^/]+)(?:/runs/([^/]+))?)?/?".r

  /** @return
    *   none if the URL holds no settings; a URL with another path is an endpoint, which keeps the rest of its query
    */
  def of(url: String): Option[BackendUrl] = Try(new URI(url.trim)).toOption.flatMap { uri =>
    val base = s"${uri.getScheme}://${uri.getRawAuthority}"
    val query = Option(uri.getRawQuery).filter(_.nonEmpty)
    Option(uri.getRawPath).getOrElse("") match {
      case NamespacePath(prefix, namespace, job, run) =>
        val parts = Vector("namespace" -> namespace, "parentJobName" -> job, "parentRunId" -> run) ++
          Option(job).map(_ => "parentJobNamespace" -> namespace)
        val decoded = parts.collect { case (key, part: String) => key -> decode(part) }
        Some(BackendUrl(base, tree(decoded ++ endpoint(prefix) ++ query.toVector.flatMap(parameters))))
      case ApiPath(prefix) =>
        Some(BackendUrl(base, tree(endpoint(prefix) ++ query.toVector.flatMap(parameters))))
      case "" | "/" => query.map(q => BackendUrl(base, tree(parameters(q))))
      case path =>
        val (known, rest) = query.toVector.flatMap(_.split('&')).filter(_.nonEmpty).partition(isNamed)
        val left = if (rest.isEmpty) "" else rest.mkString("?", "&", "")
        if (known.isEmpty) None
        else Some(BackendUrl(s"$base$path$left", tree(parameters(known.mkString("&")))))
    }
  }

  private val named = Set("app_name", "api_key", "timeout", "disabled")
  private def isNamed(pair: String): Boolean = named(decode(pair.takeWhile(_ != '=')))

  /** The endpoint below the part of the path that stands before `/api/v1`. */
  private def endpoint(prefix: String): Vector[(String, String)] =
    if (prefix.isEmpty) Vector.empty
    else Vector("transport.endpoint" -> s"$prefix${TransportOptions.endpoint}")

  /** A setting without a value, as a template leaves it for a variable that is not set, is none. */
  private def parameters(query: String): Vector[(String, String)] =
    query.split('&').toVector.filter(_.nonEmpty).flatMap { pair =>
      val (name, value) = (decode(pair.takeWhile(_ != '=')), decode(pair.dropWhile(_ != '=').drop(1)))
      name match {
        case _ if named(name) && value.trim.isEmpty => Vector.empty
        case "app_name" => Vector("appName" -> value)
        case "api_key" => Vector("transport.auth.type" -> "api_key", "transport.auth.apiKey" -> value)
        case "timeout" => Vector("transport.timeoutInMillis" -> value)
        case "disabled" => Vector("disabled" -> value)
        case other => Vector(s"transport.urlParams.$other" -> value)
      }
    }

  /** If a key occurs twice, the first value is used. */
  private def tree(settings: Vector[(String, String)]): Branch =
    settings.foldLeft(ConfigTree.empty) { case (all, (key, value)) =>
      KeyPath.put(all, KeyPath.parse(key), Leaf(value)).getOrElse(all)
    }

  private def decode(part: String): String = Try(URLDecoder.decode(part, "UTF-8")).getOrElse(part)
}
