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

  /** A run, if one is set, or why it is ignored. */
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
      val root = ofKeysOr(values, rootVariable, own, found)(
        rootParentRunId,
        rootParentJobNamespace,
        rootParentJobName
      )
      val ignored = fromContext.flatMap(_.left.toOption) ++
        parent.left.toOption.map(reason => s"the parent run is ignored: $reason") ++
        root.left.toOption.map(reason => s"the root run is ignored: $reason")
      ParentRuns(found, root.toOption.flatten, ignored.toVector)
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
    * @param own
    *   the namespace of the application
    * @param other
    *   the run that has what the keys do not name
    */
  private def ofKeysOr(values: ConfigValues, variable: String, own: String, other: Option[RunRef])(
      id: TextKey,
      namespace: TextKey,
      name: TextKey
  ): Found =
    ofKeys(values, id, namespace, name, own, other) match {
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
    run.map(Some(_)).toRight(s"$variable is not $form")
  }

  /** An invalid run id is a warning here, not a problem. */
  private def runId(name: String, doc: String): TextKey = key(name, KeyType.Uuid, doc)(_.text(_))

  /** The run of three keys. A root has run, namespace and name of the parent where its keys are not set, as with the
    * published agent. A parent without a namespace is in that of the application.
    */
  private def ofKeys(
      values: ConfigValues,
      id: TextKey,
      namespace: TextKey,
      name: TextKey,
      own: String,
      other: Option[RunRef]
  ): Found = {
    val keys = Vector(id, namespace, name)
    val runId = id.read(values).orElse(other.map(_.runId.toString))
    val job = name.read(values).orElse(other.map(_.job.name))
      .map(JobId(namespace.read(values).getOrElse(other.fold(own)(_.job.namespace)), _))
    (runId, job) match {
      case _ if keys.forall(_.read(values).isEmpty) => Right(None)
      case (Some(text), Some(named)) =>
        ConfigValues.uuid(text).map(uuid => Some(RunRef(uuid, named)))
          .toRight(s"${id.fullName} is not a UUID")
      case _ =>
        val missing = Vector(id).filter(_ => runId.isEmpty) ++ Vector(name).filter(_ => job.isEmpty)
        Left(s"${missing.map(_.fullName).mkString(" and ")} must be set as well")
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
