package io.headwater.shell.facets

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit

import scala.util.{Properties, Try}

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.{SPARK_VERSION, SparkConf}

import io.headwater.emit.facets.FacetNames
import io.headwater.emit.transport.config.TransportOptions
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.config.{AgentConfig, ConfigKey, ConfigKeys, KeyType, Version}
import io.headwater.shell.environment.{Contexts, LazySessionState}
import io.headwater.shell.facets.RunFacetContext.{QueryEnded, RunWithoutPlanEnded}
import io.headwater.shell.json.Json
import io.headwater.shell.meters.{Meter, Meters}
import io.headwater.util.Accessors

/** `debug`: class path, system, settings, plan and meters, for the diagnosis of wrong or missing lineage. Settings are
  * redacted. `debug.smart` forces the facet for runs whose lineage lacks datasets.
  */
private[facets] final class DebugFacet(config: AgentConfig, conf: SparkConf, meters: Meters)
    extends RunFacetProvider {
  import DebugFacet._

  val name: String = FacetNames.debug
  private val plans = new PlanJson(config.redactor)

  def facet(context: RunFacetContext): Option[ObjectNode] = context match {
    case QueryEnded(_, Some(execution), _, _) =>
      val plan = AvailablePlans.optimized(execution).map(nodes(_, plans.usesSecret(execution)))
      Some(json(plan, new Accessors(execution).ifPresent[AnyRef]("sparkSession")))
    case RunWithoutPlanEnded =>
      Some(json(None, SparkSession.getDefaultSession.filter(LazySessionState.isBuilt)))
    case _ => None
  }

  override def isForced(context: RunFacetContext): Boolean = context match {
    case QueryEnded(_, _, lineage, succeeded) => succeeded && lineage.exists(config.debug.suspects)
    case _ => false
  }

  private def json(plan: Option[ObjectNode], session: Option[AnyRef]): ObjectNode = {
    val out = Json.obj()
    out.set[JsonNode]("classpath", classpath)
    out.set[JsonNode]("system", system)
    out.set[JsonNode]("config", settings(session))
    plan.foreach(out.set[JsonNode]("logicalPlan", _))
    if (config.debug.metrics) out.set[JsonNode]("metrics", metrics)
    out.set[JsonNode]("memory", memory)
    out.set[JsonNode]("logs", Json.array(Vector.empty))
    val kilobytes = out.toString.getBytes(UTF_8).length / 1024
    if (kilobytes <= config.debug.limit) out
    else {
      val line = s"Skipping debug facet due to payload size: $kilobytes kilobytes"
      Json.obj().set[ObjectNode]("logs", Json.strings(Vector(line)))
    }
  }

  private def classpath: ObjectNode = {
    val out = Json.obj().put("openLineageVersion", Version.current).put("sparkVersion", SPARK_VERSION)
      .put("scalaVersion", Properties.versionNumberString)
    val jars = Option(Contexts.active).toVector.flatMap(_.listJars())
    out.set[JsonNode]("jars", Json.strings(jars.map(config.redactor.url)))
    out.set[ObjectNode]("classDetails", Json.array(reportedClasses.map(classDetails)))
  }

  private def classDetails(name: String): ObjectNode = {
    val loaded =
      Try[Class[_]](Class.forName(name, false, Thread.currentThread.getContextClassLoader)).toOption
    val out = Json.obj().put("className", name).put("onClasspath", loaded.isDefined)
    loaded.flatMap(c => Option(c.getPackage)).flatMap(p => Option(p.getImplementationVersion))
      .foreach(out.put("packageVersion", _))
    out
  }

  private def system: ObjectNode = {
    val out = Json.obj()
    conf.getOption("spark.submit.deployMode").foreach(out.put("sparkDeployMode", _))
    properties.foreach { case (name, key) => Option(System.getProperty(key)).foreach(out.put(name, _)) }
    out
  }

  private def settings(session: Option[AnyRef]): ObjectNode = {
    val out = Json.obj()
    def put(name: String, key: String): Unit = conf.getOption(key).foreach(out.put(name, _))
    put("extraListeners", "spark.extraListeners")
    put("extensions", "spark.sql.extensions")
    session.flatMap(s => Try(new Accessors(s).value[AnyRef]("catalog").getClass.getCanonicalName).toOption)
      .foreach(out.put("catalogClass", _))
    val agentSettings = Json.obj().put("namespace", config.application.namespace)
    conf.getAllWithPrefix(ConfigKey.prefix).sortBy(_._1).foreach { case (key, value) =>
      nest(agentSettings, key.split("\\.", -1).toVector, redacted(key, value))
    }
    out.set[ObjectNode]("openLineageConfig", agentSettings)
  }

  /** Puts a setting into the object of its section. The rest of a key keeps its dots if a section of that name is also a
    * value.
    */
  private def nest(into: ObjectNode, path: Vector[String], value: String): Unit =
    (path, Option(into.get(path.head))) match {
      case (section +: rest, None) if rest.nonEmpty => nest(into.putObject(section), rest, value)
      case (_ +: rest, Some(section: ObjectNode)) if rest.nonEmpty => nest(section, rest, value)
      case _ => into.put(path.mkString("."), value)
    }

  /** The query of an address may be a credential, and its parameters have any name. */
  private def redacted(key: String, value: String): String =
    if (!isPublic(key)) Redactor.replacement
    else if (TransportOptions.addresses(key.split('.').last)) config.redactor.bare(value)
    else config.redactor.property(key, value)

  /** Whether a declared key holds no secret. Another component reads the options of a section, so that only options
    * known to be public are shown.
    */
  private def isPublic(key: String): Boolean = {
    val path = key.split('.').toVector
    val known = ConfigKeys.all.filter(_.matches(path))
    if (known.exists(k => k.kind == KeyType.Section || k.kind == KeyType.Json))
      path.lastOption.exists(publicOptions)
    else known.nonEmpty
  }

  /** Nodes have the ids of the published agent: name and identity hash. */
  private def nodes(plan: LogicalPlan, hidesLiterals: Boolean): ObjectNode = {
    def id(node: LogicalPlan): String = s"${node.nodeName}@${System.identityHashCode(node)}"
    val all = PlanJson.preorder(plan).map { node =>
      Json.obj().put("id", id(node)).put("desc", plans.line(node, maxFields, hidesLiterals))
        .set[ObjectNode]("children", Json.strings(node.children.map(id)))
    }
    Json.obj().set[ObjectNode]("nodes", Json.array(all))
  }

  private def metrics: ObjectNode = {
    val all: ArrayNode = Json.array(meters.all.map { meter =>
      val value = meter match {
        case Meter.Counter(_, _, read, _) => read().toDouble
        case Meter.Gauge(_, _, read, _) => read()
        case Meter.Timed(_, _, timing) => TimeUnit.NANOSECONDS.toMicros(timing.nanos).toDouble
      }
      Json.obj().put("name", meter.name).put("value", value)
        .set[ObjectNode]("tags", Json.array(Vector.empty))
    })
    Json.obj().set[ObjectNode]("metrics", all)
  }

  /** The driver's memory settings, and the JVM's memory in MiB. */
  private def memory: ObjectNode = {
    val out = Json.obj()
    memorySettings.foreach { case (name, key) => conf.getOption(key).foreach(out.put(name, _)) }
    val vm = Runtime.getRuntime
    out.put("freeMemory", vm.freeMemory / mebibyte).put("totalMemory", vm.totalMemory / mebibyte)
      .put("maxMemory", vm.maxMemory / mebibyte)
  }
}

private object DebugFacet {
  val maxFields = 25

  /** The classes that the published agent reports. */
  val reportedClasses = Vector(
    "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "org.apache.iceberg.catalog.Catalog",
    "com.google.cloud.spark.bigquery.BigQueryRelation"
  )

  /** Options of transports, circuit breakers and registries that hold no secret. */
  val publicOptions = Set(
    "type",
    "url",
    "endpoint",
    "location",
    "topicName",
    "compression",
    "timeoutInMillis",
    "continueOnFailure",
    "withThreadPool"
  )

  val mebibyte: Long = 1L << 20

  val memorySettings = Vector(
    "sparkConfDriverMemory" -> "spark.driver.memory",
    "sparkConfDriverMemoryOverhead" -> "spark.driver.memoryOverhead",
    "sparkConfDriverMinMemoryOverhead" -> "spark.driver.minMemoryOverhead",
    "sparkConfDriverMemoryOverheadFactor" -> "spark.driver.memoryOverheadFactor"
  )

  val properties = Vector(
    "javaVersion" -> "java.version",
    "javaVendor" -> "java.vendor",
    "osArch" -> "os.arch",
    "osName" -> "os.name",
    "osVersion" -> "os.version",
    "userLanguage" -> "user.language",
    "userTimezone" -> "user.timezone"
  )
}
