package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.Branch

/** An option of a transport.
  *
  * @param name
  *   the key below the section of the transport; a final `*` matches any name
  * @param default
  *   the value that it has if it is not set; empty if there is none
  */
final case class TransportOption(name: String, default: String, doc: String, isRequired: Boolean = false) {
  private[transport] def matches(path: String): Boolean =
    if (name.endsWith("*")) path.startsWith(name.dropRight(1)) else path == name
}

/** A type of transport.
  *
  * @param artifact
  *   the Maven artifact that contains it, if it is not in the agent's jar
  */
final case class TransportType(kind: String, artifact: Option[String], options: Vector[TransportOption])

/** All options of all transports. The check for unknown options and the reference page use this table. */
object TransportOptions {

  /** The default path of a backend. */
  val endpoint = "/api/v1/lineage"

  /** The members of a composite transport. */
  private val membersOption = "transports.*"

  /** The options whose values are addresses; the query of an address may hold a credential. */
  val addresses: Set[String] = Set("url", "endpoint", "tokenEndpoint")

  /** The default of `timeoutInMillis`. */
  val httpTimeoutMillis = 5000

  private def option(name: String, default: String, doc: String) = TransportOption(name, default, doc)
  private def required(name: String, doc: String) = TransportOption(name, "", doc, isRequired = true)

  private val http = Vector(
    required("url", "The address of the backend. Its path is not used if endpoint is set."),
    option("endpoint", endpoint, "The path of the backend's API."),
    option(
      "timeoutInMillis",
      httpTimeoutMillis.toString,
      "The timeout of one attempt, including the response."
    ),
    option(
      "proxy",
      "none",
      "system: use the proxy of http.proxyHost or https.proxyHost; none: connect directly."
    ),
    option("auth.type", "", "api_key, jwt, or the class of a TokenProvider on the class path."),
    option(
      "auth.apiKey",
      "",
      "api_key: sent as a bearer token, with or without Bearer before it; jwt: exchanged for a token."
    ),
    option(
      "auth.api_key",
      "",
      "Alias of auth.apiKey, as OpenLineage's documentation writes it in openlineage.yml."
    ),
    option("auth.tokenEndpoint", "", "jwt: the address that returns tokens, called with a form POST."),
    option(
      "auth.tokenFields",
      "token,access_token",
      "jwt: the fields of the response that may contain the token."
    ),
    option(
      "auth.expiresInField",
      "expires_in",
      "jwt: the field of the response with the lifetime in seconds."
    ),
    option("auth.grantType", "urn:ietf:params:oauth:grant-type:jwt-bearer", "jwt: sent as grant_type."),
    option("auth.responseType", "token", "jwt: sent as response_type."),
    option("auth.tokenRefreshBuffer", "120", "jwt: how many seconds before its expiry a token is renewed."),
    option("auth.*", "", "The options of a user-defined TokenProvider, which need setters."),
    option("headers.*", "", "HTTP headers of each request."),
    option("urlParams.*", "", "Query parameters of each request."),
    option("compression", "", "gzip compresses the events."),
    option(
      "sslContext.trustStorePath",
      "",
      "The trusted certificates, by default those of the JVM. Host names are always verified."
    ),
    option("sslContext.trustStoreType", "", "PKCS12, JKS or PEM; by default PKCS12 or JKS, as the file is."),
    option("sslContext.trustStorePassword", "", "The password of the trust store."),
    option("sslContext.keyStorePath", "", "The agent's certificate and key, for mutual TLS."),
    option("sslContext.keyStoreType", "", "PKCS12 or JKS, by default as the file is; a PEM file is refused."),
    option("sslContext.storePassword", "", "The password of the key store."),
    option(
      "sslContext.keyPassword",
      "",
      "The password of the key in the key store, by default storePassword."
    )
  )

  private val kafka = Vector(
    required("topicName", "The topic of the events."),
    option("properties.*", "", "The properties of Kafka's producer; bootstrap.servers is required."),
    option(
      "messageKey",
      "",
      "The key of every message, by default `run:<namespace>/<name>` of the outermost job."
    ),
    option("localServerId", "", "The old name of messageKey.")
  )

  private val s3 = Vector(
    required("bucketName", ""),
    option("endpoint", "", "The address of another server than AWS with the S3 API."),
    option("fileNamePrefix", "", "The part of the object name before `<milliseconds>.json`.")
  )

  private val gcs = Vector(
    option("projectId", "", ""),
    required("bucketName", ""),
    option("credentialsFile", "", "By default, the credentials of the environment."),
    option("fileNamePrefix", "", "The part of the object name before `<milliseconds>.json`."),
    option("maxRetries", "1", ""),
    option("retryIntervalMillis", "1000", "")
  )

  private val gcplineage = Vector(
    option("endpoint", "datalineage.googleapis.com:443", ""),
    option("projectId", "", "By default, the project of the credentials."),
    option("location", "us", ""),
    option("credentialsFile", "", "By default, the credentials of the environment."),
    option("mode", "sync", "sync, or async: an event counts as sent before it is delivered."),
    option("gracefulShutdownDuration", "", ""),
    option("retry.*", "", "")
  )

  private val kinesis = Vector(
    required("streamName", ""),
    option("region", "", "By default, the region of the environment."),
    option("roleArn", "", ""),
    option("properties.*", "", "The properties of the Kinesis producer.")
  )

  private val datazone = Vector(
    required("domainId", ""),
    option("region", "", "By default, the region of the environment."),
    option("endpointOverride", "", "")
  )

  val all: Vector[TransportType] = Vector(
    TransportType(
      "file",
      None,
      Vector(option(
        "location",
        "headwater-events/<application id>.jsonl",
        "The file; a relative path is below the working directory. It may be a pipe or a terminal, such as `/dev/stdout` of a " +
          "container: a write then waits for a reader, and what the program prints there may break a line."
      ))
    ),
    TransportType("console", None, Vector.empty),
    TransportType("http", None, http),
    TransportType("kafka", None, kafka),
    TransportType(
      "composite",
      None,
      Vector(
        required(
          membersOption,
          "The members by name: `transports.<name>.type` and so on; in openlineage.yml a list is also possible."
        ),
        option(
          "continueOnFailure",
          "true",
          "false: if a member fails, the members after it, in the order of names or of the list, do not get the event."
        ),
        option(
          "withThreadPool",
          "true",
          "Only for a composite inside of transform: true sends to all members at the same time, false to one after the other. Elsewhere, " +
            "members over a network have queues of their own, and the others get each event one after the other."
        )
      )
    ),
    TransportType(
      "transform",
      None,
      Vector(
        required(
          "transformerClass",
          "An EventTransformer on the class path. If it returns null, the event is not sent. If it throws, the event " +
            "waits in the spool like one that was not delivered; without a spool it is lost and counted."
        ),
        option("transformClass", "", "Another name of transformerClass."),
        option("transformerProperties.*", "", "The properties that it is initialised with."),
        required("transport.*", "The transport for the transformed events.")
      )
    ),
    TransportType("python", None, Vector.empty),
    TransportType("s3", Some("transports-s3"), s3),
    TransportType("gcs", Some("transports-gcs"), gcs),
    TransportType("gcplineage", Some("transports-gcplineage"), gcplineage),
    TransportType("kinesis", Some("transports-kinesis"), kinesis),
    TransportType("amazon_datazone_api", Some("transports-datazone"), datazone)
  )

  /** The type of a transport in lower case, as in `all`; None if the section has none. */
  def kind(section: Branch): Option[String] =
    section.text("type").map(_.trim.toLowerCase(java.util.Locale.ROOT)).filter(_.nonEmpty)

  /** The name of a parameter of requests, which may be written as `urlParams.url.param.code`, as in openlineage-java. */
  def parameter(name: String): String = name.stripPrefix("url.param.")

  def artifact(kind: String): Option[String] = all.find(_.kind == kind).flatMap(_.artifact)

  /** The options in `section` that their transport does not have, as paths below `at`, each with the valid options. */
  def unknown(at: String, section: Branch): Vector[(String, Vector[String])] = {
    val ofKind = kind(section)
    val known = all.find(t => ofKind.contains(t.kind)).map(_.options)
    val own = known.toVector.flatMap { options =>
      paths("", section).filterNot(p => commonOptions(p) || options.exists(_.matches(p)))
        .map(p => s"$at.$p" -> options.map(_.name))
    }
    own ++ unknownInMembers(at, section)
  }

  /** The key that a member of the composite transport has, for an option that the composite itself does not have.
    *
    * @param key
    *   the key of the option, such as `transport.auth.apiKey`
    * @param options
    *   the options of the transport with this key
    */
  def ofMember(key: String, options: Vector[String]): Option[String] = {
    val option = key.stripPrefix("transport.")
    val isOther = options.contains(membersOption) && !option.startsWith("transports.")
    if (isOther && all.exists(_.options.exists(_.matches(option))))
      Some(s"transport.transports.<name>.$option")
    else None
  }

  private val commonOptions = Set("type", "name")

  private def unknownInMembers(at: String, section: Branch): Vector[(String, Vector[String])] = {
    val all = members(section).map { case (name, t) => s"transports.$name" -> t }
    (all ++ section.get("transport").map("transport" -> _)).collect { case (name, b: Branch) =>
      unknown(s"$at.$name", b)
    }.flatten
  }

  private def paths(at: String, tree: ConfigTree): Vector[String] = tree match {
    case Branch(children) =>
      children.toVector.sortBy(_._1).flatMap { case (k, t) => paths(if (at.isEmpty) k else s"$at.$k", t) }
    // the members of a composite transport
    case ConfigTree.Items(listed) if listed.exists(_.isInstanceOf[Branch]) =>
      listed.indices.map(i => s"$at.${i + 1}").toVector
    case _ => Vector(at)
  }

  /** The members of a composite transport by name. A list element without a name gets its number as the name. */
  def members(section: ConfigTree.Branch): Vector[(String, ConfigTree)] =
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
