package io.headwater.shell.config

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.json.ExactJson
import io.headwater.model.{Forwarded, JobId, RunRef}
import io.headwater.shell.json.Json

/** The parent run, which started the application, and the root run, the outermost parent. An invalid parent is a
  * warning: a mistake in an orchestrator's template must not cost the lineage.
  */
final case class ParentRuns(parent: Option[RunRef], root: Option[RunRef], warnings: Vector[String])

object ParentRuns extends ConfigSection {
  private type TextKey = ConfigKey[Option[String]]

  /** A run, if one is set, or the reason why it is ignored. */
  private type Found = Either[String, Option[RunRef]]
  private val contextVariable = "OPENLINEAGE_CONTEXT"
  private val parentVariable = "OPENLINEAGE_PARENT_ID"
  private val rootVariable = "OPENLINEAGE_ROOT_PARENT_ID"
  private val form = "<namespace>/<job name>/<run id>"

  val parentJobNamespace =
    text("parentJobNamespace", "Namespace of the parent job, which started the application.")
  val parentJobName = text("parentJobName", "Name of the parent job.")
  val parentRunId = runId("parentRunId", "Run id of the parent job.")
  val rootParentJobNamespace =
    text("rootParentJobNamespace", "Namespace of the root job, the outermost parent.")
  val rootParentJobName = text("rootParentJobName", "Name of the root job.")
  val rootParentRunId = runId("rootParentRunId", "Run id of the root job.")
  val context = key(
    "context",
    KeyType.Json,
    "Parent and root as one JSON object. If it is valid, the six keys above are ignored."
  )(_.text(_))
  private val parentKeys = Vector[TextKey](
    parentJobNamespace,
    parentJobName,
    parentRunId,
    rootParentJobNamespace,
    rootParentJobName,
    rootParentRunId
  )

  def read(values: ConfigValues): ParentRuns = {
    val fromContext = contextOf(values).map { case (origin, json) =>
      ofContext(json).left.map(reason => s"$origin is ignored: $reason")
    }
    fromContext.flatMap(_.toOption).getOrElse {
      val own = ApplicationConfig.namespaceIn(values)
      val parent =
        ofKeysOr(values, parentVariable, own, None)(parentRunId, parentJobNamespace, parentJobName)
      val found = parent.toOption.flatten
      val root = ofKeysOr(values, rootVariable, found.fold(own)(_.job.namespace), found.map(_.job))(
        rootParentRunId,
        rootParentJobNamespace,
        rootParentJobName
      )
      val ignored = Vector(parent, root).flatMap(_.left.toOption)
      ParentRuns(
        found,
        root.toOption.flatten,
        fromContext.flatMap(_.left.toOption).toVector ++ ignored
      )
    }
  }

  /** The context with its origin: the key, or if no key names a parent, the environment variable that OpenLineage's
    * integrations share (dbt-ol reads it before `OPENLINEAGE_PARENT_ID`).
    */
  private def contextOf(values: ConfigValues): Option[(String, String)] =
    context.read(values).map(context.fullName -> _).orElse {
      if (parentKeys.exists(_.read(values).isDefined)) None
      else values.variable(contextVariable).map(contextVariable -> _)
    }

  /** The run of three keys, or if none of them is set, that of an environment variable.
    *
    * @param nearest
    *   the namespace, if the keys name a job without one
    * @param other
    *   the job, if the keys do not name one
    */
  private def ofKeysOr(values: ConfigValues, variable: String, nearest: String, other: Option[JobId])(
      id: TextKey,
      namespace: TextKey,
      name: TextKey
  ): Found =
    ofKeys(values, id, namespace, name, nearest, other) match {
      case Right(None) => values.variable(variable).fold[Found](Right(None))(ofVariable(variable, _))
      case found => found
    }

  /** The run of `<namespace>/<name>/<run id>`, as orchestrators write it for dbt-ol and other integrations. The namespace
    * may contain slashes.
    */
  private def ofVariable(variable: String, text: String): Found = {
    val run = text.split('/').toVector match {
      case namespace :+ name :+ id if namespace.exists(_.nonEmpty) && name.nonEmpty =>
        ConfigValues.uuid(id).map(RunRef(_, JobId(namespace.mkString("/"), name)))
      case _ => None
    }
    run.map(Some(_)).toRight(s"the parent run is ignored: $variable is not $form")
  }

  /** An invalid run id is a warning here, not a problem. */
  private def runId(name: String, doc: String): TextKey = key(name, KeyType.Uuid, doc)(_.text(_))

  /** The run of three keys. Without a namespace, a root is in that of the parent, as with the published agent, and a
    * parent in that of the application.
    */
  private def ofKeys(
      values: ConfigValues,
      id: TextKey,
      namespace: TextKey,
      name: TextKey,
      nearest: String,
      other: Option[JobId]
  ): Found = {
    val named = name.read(values).map(JobId(namespace.read(values).getOrElse(nearest), _))
    (id.read(values), named.orElse(other)) match {
      case (None, _) if named.isEmpty && namespace.read(values).isEmpty => Right(None)
      case (Some(text), Some(job)) =>
        ConfigValues.uuid(text).map(runId => Some(RunRef(runId, job)))
          .toRight(s"the parent run is ignored: ${id.fullName} is not a UUID")
      case (given, _) =>
        val missing = Vector(id).filter(_ => given.isEmpty) ++ Vector(name).filter(_ => named.isEmpty)
        Left(s"the parent run is ignored: ${missing.map(_.fullName).mkString(" and ")} must be set as well")
    }
  }

  private def ofContext(json: String): Either[String, ParentRuns] =
    try {
      val parent = ExactJson.read(json).path("parent")
      for {
        own <- run("parent", parent)
        root <-
          if (parent.hasNonNull("root")) run("parent.root", parent.path("root")).map(Some(_)) else Right(None)
      } yield ParentRuns(Some(own), root, Vector.empty)
    } catch {
      case e: JsonProcessingException =>
        val at = Option(e.getLocation).fold("")(l => s" at column ${l.getColumnNr}")
        Left(s"not JSON$at; write it as an object with parent, and in it run and job")
    }

  /** @param path
    *   the path of `node` in the JSON, for the message
    */
  private def run(path: String, node: JsonNode): Either[String, RunRef] = {
    val (run, job) = (node.path("run"), node.path("job"))
    def jobField(field: String) =
      Some(job.path(field).asText.trim).filter(_.nonEmpty).toRight(s"$path.job.$field is missing; give it")
    for {
      id <- ConfigValues.uuid(run.path("runId").asText.trim)
        .toRight(s"$path.run.runId is missing or not a UUID; give one")
      namespace <- jobField("namespace")
      name <- jobField("name")
    } yield RunRef(id, JobId(namespace, name), Forwarded(facets(run), facets(job)))
  }

  private def facets(node: JsonNode): Map[String, String] =
    Json.fields(node.path("facets")).collect { case (name, facet: ObjectNode) =>
      name -> facet.toString
    }.toMap
}
