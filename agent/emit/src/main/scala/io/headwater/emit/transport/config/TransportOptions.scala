package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.Branch

/** One option of a transport: `name` as it stands below the transport's section; a final `*` stands for any name. */
final case class TransportOption(name: String, default: String, doc: String) {
  private[transport] def matches(path: String): Boolean =
    if (name.endsWith("*")) path.startsWith(name.dropRight(1)) else path == name
}

/** A type of transport. `artifact` brings it where it is not in the agent's jar. */
final case class TransportType(kind: String, artifact: Option[String], options: Vector[TransportOption])

/** What the transports can be told. Unknown options are found, and the reference page is written, from this table. */
object TransportOptions {

  /** Where a backend takes events, unless it is told otherwise. */
  val endpoint = "/api/v1/lineage"

  private def option(name: String, default: String, doc: String) = TransportOption(name, default, doc)

  private val http = Vector(
    option("url", "needed", "The backend's address; with a path where that is not endpoint's."),
    option("endpoint", endpoint, "The path below it."),
    option("timeoutInMillis", "5000", "How long one try may take, its answer included."),
    option("auth.type", "", "api_key, jwt, or the class of a TokenProvider on the class path."),
    option("auth.apiKey", "", "api_key: sent as a bearer token; jwt: given for a token."),
    option("auth.tokenEndpoint", "", "jwt: where tokens are asked for, with a POST of a form."),
    option("auth.tokenFields", "token,access_token", "jwt: where the answer has the token."),
    option("auth.expiresInField", "expires_in", "jwt: where it has the seconds that it is valid for."),
    option("auth.grantType", "urn:ietf:params:oauth:grant-type:jwt-bearer", "jwt: sent as grant_type."),
    option("auth.responseType", "token", "jwt: sent as response_type."),
    option("auth.tokenRefreshBuffer", "120", "jwt: a new token is asked for so many seconds before the end."),
    option("auth.*", "", "Whatever else a TokenProvider of your own has setters for."),
    option("headers.*", "", "Sent with each event."),
    option("urlParams.*", "", "Added to the address."),
    option("compression", "", "gzip: the event is sent compressed."),
    option(
      "sslContext.trustStorePath",
      "the JVM's",
      "Whom to trust. Names of hosts are checked in any case."
    ),
    option("sslContext.trustStoreType", "PKCS12 or JKS", "Or PEM: certificates as text."),
    option("sslContext.trustStorePassword", "", ""),
    option("sslContext.keyStorePath", "", "The agent's own certificate and key, for mutual TLS."),
    option("sslContext.keyStoreType", "PKCS12 or JKS", ""),
    option("sslContext.storePassword", "", "Opens the key store."),
    option("sslContext.keyPassword", "storePassword", "Opens the key in it.")
  )

  private val kafka = Vector(
    option("topicName", "needed", "The topic."),
    option("properties.*", "", "Of Kafka's producer; bootstrap.servers is needed."),
    option("messageKey", "run:<namespace>/<name> of the outermost job", "The key of every message."),
    option("localServerId", "", "The old name of messageKey.")
  )

  private val s3 = Vector(
    option("bucketName", "needed", ""),
    option("endpoint", "AWS", "Another server that speaks S3."),
    option("fileNamePrefix", "", "Before <milliseconds>.json.")
  )

  private val gcs = Vector(
    option("projectId", "", ""),
    option("bucketName", "needed", ""),
    option("credentialsFile", "the environment's", ""),
    option("fileNamePrefix", "", "Before <milliseconds>.json."),
    option("maxRetries", "1", ""),
    option("retryIntervalMillis", "1000", "")
  )

  private val gcplineage = Vector(
    option("endpoint", "datalineage.googleapis.com:443", ""),
    option("projectId", "the credentials'", ""),
    option("location", "us", ""),
    option("credentialsFile", "the environment's", ""),
    option("mode", "async", "async or sync."),
    option("gracefulShutdownDuration", "", ""),
    option("retry.*", "", "")
  )

  private val kinesis = Vector(
    option("streamName", "needed", ""),
    option("region", "the environment's", ""),
    option("roleArn", "", ""),
    option("properties.*", "", "Of the Kinesis producer.")
  )

  private val datazone = Vector(
    option("domainId", "needed", ""),
    option("region", "the environment's", ""),
    option("endpointOverride", "", "")
  )

  val all: Vector[TransportType] = Vector(
    TransportType(
      "file",
      None,
      Vector(option(
        "location",
        "headwater-events/<application id>.jsonl",
        "The file; below the working directory."
      ))
    ),
    TransportType("console", None, Vector.empty),
    TransportType("http", None, http),
    TransportType("kafka", None, kafka),
    TransportType(
      "composite",
      None,
      Vector(
        option(
          "transports.*",
          "needed",
          "The members, by name: transports.<name>.type and so on; in openlineage.yml also a list."
        ),
        option(
          "continueOnFailure",
          "true",
          "false: a member is asked when all before it, by name, have taken the event."
        ),
        option(
          "withThreadPool",
          "true",
          "Members without a network: true asks them at the same time, false one after the other."
        )
      )
    ),
    TransportType(
      "transform",
      None,
      Vector(
        option("transformerClass", "needed", "An EventTransformer on the class path; null drops the event."),
        option("transformerProperties.*", "", "What it is initialised with."),
        option("transport.*", "needed", "Where transformed events go.")
      )
    ),
    TransportType("python", None, Vector.empty),
    TransportType("s3", Some("transports-s3"), s3),
    TransportType("gcs", Some("transports-gcs"), gcs),
    TransportType("gcplineage", Some("transports-gcplineage"), gcplineage),
    TransportType("kinesis", Some("transports-kinesis"), kinesis),
    TransportType("amazon_datazone_api", Some("transports-datazone"), datazone)
  )

  def artifact(kind: String): Option[String] = all.find(_.kind == kind).flatMap(_.artifact)

  /** Paths of options, below `at`, that their transport does not have, with those that it has. */
  def unknown(at: String, section: Branch): Vector[(String, Vector[String])] = {
    val kind = section.text("type").map(_.trim.toLowerCase(java.util.Locale.ROOT))
    val known = all.find(t => kind.contains(t.kind)).map(_.options)
    val own = known.toVector.flatMap { options =>
      paths("", section).filterNot(p => common(p) || options.exists(_.matches(p)))
        .map(p => s"$at.$p" -> options.map(_.name))
    }
    own ++ below(at, section)
  }

  private val common = Set("type", "name")

  private def below(at: String, section: Branch): Vector[(String, Vector[String])] = {
    val all = members(section).map { case (name, t) => s"transports.$name" -> t }
    (all ++ section.get("transport").map("transport" -> _)).collect { case (name, b: Branch) =>
      unknown(s"$at.$name", b)
    }.flatten
  }

  private def paths(at: String, tree: ConfigTree): Vector[String] = tree match {
    case Branch(children) =>
      children.toVector.sortBy(_._1).flatMap { case (k, t) => paths(if (at.isEmpty) k else s"$at.$k", t) }
    case _ => Vector(at)
  }

  /** What a composite is made of, by name; those of a list may be numbered. */
  private[transport] def members(section: ConfigTree.Branch): Vector[(String, ConfigTree)] =
    section.get("transports") match {
      case Some(ConfigTree.Branch(named)) => named.toVector.sortBy(_._1)
      case Some(ConfigTree.Items(listed)) => listed.zipWithIndex.map { case (m, i) =>
          nameOf(m).getOrElse((i + 1).toString) -> m
        }
      case _ => Vector.empty
    }

  private def nameOf(member: ConfigTree): Option[String] = member match {
    case b: ConfigTree.Branch => b.text("name")
    case _ => None
  }
}
