package io.headwater.shell.config

import org.scalacheck.{Gen, Prop}

import io.headwater.PropertyChecks
import io.headwater.config.ConfigProblem
import io.headwater.emit.Emitters
import io.headwater.emit.transport.config.TransportOptions
import io.headwater.emit.transport.{EventTransport, OutputLocation}

/** Whatever keys and values an application has: it gets a configuration with warnings, or one problem. */
class ConfigPropertiesSuite extends PropertyChecks with Configured {
  private val secret = "Zq7canary"

  private val values: Gen[String] = Gen.frequency(
    6 -> Gen.oneOf(
      "true",
      "maybe",
      "0",
      "-1",
      "7",
      "99999999999999999999",
      "1e3",
      "",
      " ",
      "[a;b]",
      "[",
      "[;]",
      "a,b"
    ),
    4 -> Gen.oneOf(
      "http",
      "kafka",
      "composite",
      "transform",
      "console",
      "jvm",
      "regex",
      "http://h:1",
      "http://h/p?a=b"
    ),
    3 -> Gen.oneOf(
      "{}",
      "{\"a\": [1, null]}",
      "[{\"key\": \"a\"}]",
      "k:v;l",
      "2026-01-01",
      "(",
      "*",
      "api_key",
      "jwt"
    ),
    2 -> text(
      "=",
      ":",
      ";",
      ",",
      "[",
      "]",
      "{",
      "}",
      "\"",
      "\\",
      "/",
      "http://",
      "@",
      "%",
      "a",
      "\n",
      "\u001b[31m"
    ),
    1 -> Gen.const("x" * 10000)
  )
  private val names = ConfigKeys.all.map(_.name) ++
    TransportOptions.all.flatMap(_.options).map(o => s"transport.${o.name}") ++
    Vector("transport.type", "circuitBreaker.type", "metrics.type", "dataset.namespaceResolvers.a.type")
  private val part =
    Gen.oneOf(Gen.oneOf("a", "type", "password", "headers", "", "disabled", "\n"), text("a", ".", "*"))
  private val key: Gen[String] = for {
    name <- Gen.frequency(
      8 -> Gen.oneOf(names),
      1 -> text("transport", "facets", "job", "owners", "tags", ".", "a")
    )
    star <- part
    more <- Gen.frequency(9 -> Gen.const(""), 1 -> part.map("." + _))
  } yield name.replace("**", star).replace("*", star) + more

  private val settings: Gen[Map[String, String]] = few(Gen.zip(key, values)).map(_.toMap)
  private val variables: Gen[Map[String, String]] = few(Gen.zip(
    Gen.oneOf(
      Gen.oneOf("OPENLINEAGE_URL", "OPENLINEAGE_PARENT_ID", "OPENLINEAGE_DISABLED", "OPENLINEAGE__TRANSPORT"),
      text(
        "OPENLINEAGE__",
        "__",
        "_",
        "FACETS",
        "TRANSPORT",
        "TYPE",
        "DISABLED",
        "JOB"
      ).map("OPENLINEAGE__" + _)
    ),
    values
  )).map(_.toMap)
  private val yaml = text(
    "transport:\n  type: http\n  url: ",
    "facets:\n",
    "dataset: {namespaceResolvers: {a: {type: ",
    "- a\n",
    "a: b\n",
    "{",
    "}",
    "[",
    "]",
    ": ",
    "\n",
    "  ",
    "&a",
    "*a",
    "!!java.io.File",
    "context: {}\n"
  )

  /** Where a secret may stand, with a type that reads the key. */
  private val withSecret: Gen[Map[String, String]] = Gen.oneOf(
    Map("transport.type" -> "http", "transport.url" -> s"http://u:$secret@h"),
    Map("transport.type" -> "http", "transport.url" -> s"http://h?api_key=$secret"),
    Map("transport.type" -> "http", "transport.url" -> s"ftp://u:$secret@h/"),
    Map("transport.type" -> "http", "transport.auth.apiKey" -> secret, "transport.auth.type" -> "jwt"),
    Map("transport.type" -> "http", "transport.auth" -> secret),
    Map(
      "transport.type" -> "http",
      "transport.headers.Authorization" -> secret,
      "transport.timeoutInMillis" -> "a"
    ),
    Map(
      "transport.type" -> "kafka",
      "transport.topicName" -> "t",
      "transport.properties.ssl.key.password" -> secret
    ),
    Map(
      "transport.type" -> "http",
      "transport.url" -> "https://h",
      "transport.sslContext.storePassword" -> secret
    ),
    Map("transport" -> s"password=$secret"),
    Map("url" -> s"http://u:$secret@h", "apiKey" -> secret),
    Map("apiKey" -> secret, "apiKey.a" -> secret),
    Map("disabled" -> s"password=$secret"),
    Map("queue.maxEvents" -> s"api_key: $secret"),
    Map("producer" -> s"https://u:$secret@h")
  )

  /** What the application's log gets: a problem, or warnings. */
  private def lines(found: Either[ConfigProblem, AgentConfig]): Vector[String] =
    found.fold(problem => Vector(problem.line), config => config.warnings ++ opened(config))

  private def opened(config: AgentConfig): Vector[String] =
    Emitters.open(
      config.eventSettings,
      config.redactor,
      config.transport,
      OutputLocation("app", empty),
      EventTransport.nowhere
    ).left.toOption.map(_.line).toVector

  private def isOneLine(line: String): Boolean =
    line.length <= 2000 && !line.exists(c => Character.isISOControl(c) || c == '\u2028' || c == '\u2029')

  property("any settings are a configuration or one problem with a key and a fix, on one line") {
    Prop.forAll(settings, variables, yaml) { (conf, env, file) =>
      val found = read(conf, env, file)
      val log = lines(found)
      Prop(log.forall(isOneLine) && found.left.forall(p => p.key.nonEmpty && p.fix.nonEmpty)) :| s"$log"
    }
  }

  property("no problem and no warning shows a secret") {
    Prop.forAll(settings, withSecret) { (conf, own) =>
      val log = lines(read(conf ++ own, Map.empty, ""))
      Prop(log.forall(!_.contains(secret))) :| s"$log"
    }
  }
}
