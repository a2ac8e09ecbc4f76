package io.headwater.shell.doctor

import java.util.regex.Pattern

import org.apache.spark.SPARK_VERSION

import io.headwater.redaction.{BoundedRegex, Redactor}
import io.headwater.shell.config.ConfigKey
import io.headwater.util.Attempts

/** Finds secrets that are Spark properties. Spark's UI, event log and history server show each property that
  * `spark.redaction.regex` does not match.
  */
private[doctor] final class PublicSecrets(conf: Map[String, String], redactor: Redactor) {
  import PublicSecrets._

  /** What Spark hides; none if the pattern is invalid, with which Spark does not start. */
  private val hidden = Attempts.caught(Pattern.compile(conf.getOrElse(regexKey, sparkDefault))).toOption

  def warning: Option[Finding] = {
    val public = conf.toVector.sorted.collect {
      case (key, value) if isOfAgent(key) && isSecret(key, value) && isPublic(key, value) => key
    }
    if (public.isEmpty) None
    else Some(Finding.warning(
      "secrets",
      s"Spark's UI and event log show ${public.mkString(", ")}; set a variable of the environment, such as " +
        s"OPENLINEAGE_API_KEY, or openlineage.yml instead; or set $regexKey=$regex"
    ))
  }

  private def isSecret(key: String, value: String): Boolean =
    value.trim.nonEmpty && !notSecret.exists(key.endsWith) &&
      (key.split('.').exists(Redactor.secretSections) ||
        redactor.property(key, value).contains(Redactor.replacement))

  /** Spark hides a property if the pattern matches its key or its value. */
  private def isPublic(key: String, value: String): Boolean =
    hidden.exists(pattern => !BoundedRegex.find(pattern, key) && !BoundedRegex.find(pattern, value))
}

private object PublicSecrets {
  private val regexKey = "spark.redaction.regex"

  /** The default of Spark 3.4 to 4.3; that of 3.3 differs in names without a dot before `key`. */
  private val sparkDefault =
    "(?i)secret|password|token|access[.]?key" + (if (SPARK_VERSION.startsWith("3.")) "" else "|credential")

  /** A pattern that hides the secrets of the agent's settings besides those that Spark hides by default. */
  val regex = "(?i)secret|password|token|access[.]?key|credential|api[._]?key|[.]headers[.]|[.]urlParams[.]"

  /** Spark gives the driver of a cluster its variables by properties, too. */
  private val prefixes =
    Vector(ConfigKey.prefix, "spark.yarn.appMasterEnv.OPENLINEAGE", "spark.kubernetes.driverEnv.OPENLINEAGE")

  /** Options whose names look like those of secrets. */
  private val notSecret = Vector("tokenEndpoint", "tokenFields", "tokenRefreshBuffer", "credentialsFile")

  private def isOfAgent(key: String): Boolean = prefixes.exists(key.startsWith)
}
