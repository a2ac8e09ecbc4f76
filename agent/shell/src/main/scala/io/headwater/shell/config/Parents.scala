package io.headwater.shell.config

import java.util.UUID

import scala.util.Try

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.node.ObjectNode
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode, ObjectMapper}

import io.headwater.model.{Forwarded, JobId, RunRef}

/** Who started the application, and the outermost run above. What cannot be used costs the parent alone, and is one of
  * the warnings: an orchestrator's mistake in a template is no reason to lose lineage.
  */
private[config] final case class Parents(
    parent: Option[RunRef],
    root: Option[RunRef],
    warnings: Vector[String]
)

private[config] object Parents {
  import ConfigKeys._

  private val mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)

  /** `text` reads one key. `context` counts where it can be read, else the six single keys. */
  def read(text: ConfigKey => Option[String]): Parents = {
    val whole = text(context).map(ofContext)
    whole.collect { case Right(parents) => parents }.getOrElse {
      val (parent, noParent) = single(text, parentRunId, parentJobNamespace, parentJobName)
      val (root, noRoot) = single(text, rootParentRunId, rootParentJobNamespace, rootParentJobName)
      val broken = whole.collect { case Left(why) => s"$prefix${context.name} is ignored: $why" }
      Parents(parent, root, (broken ++ noParent ++ noRoot).toVector)
    }
  }

  private def single(
      text: ConfigKey => Option[String],
      id: ConfigKey,
      namespace: ConfigKey,
      name: ConfigKey
  ): (Option[RunRef], Option[String]) = {
    val keys = Vector(id, namespace, name)
    val missing = keys.filter(text(_).isEmpty).map(prefix + _.name)
    if (missing.size == keys.size) (None, None)
    else if (missing.nonEmpty)
      (None, Some(s"the parent run is ignored: ${missing.mkString(" and ")} must be set as well"))
    else {
      val run = text(id).flatMap(uuid)
      val ref = for { r <- run; ns <- text(namespace); n <- text(name) } yield RunRef(r, JobId(ns, n))
      (ref, if (run.isDefined) None else Some(s"the parent run is ignored: $prefix${id.name} is not a UUID"))
    }
  }

  def uuid(text: String): Option[UUID] =
    Try(UUID.fromString(text)).toOption.filter(_.toString.equalsIgnoreCase(text))

  private def ofContext(json: String): Either[String, Parents] =
    try {
      val parent = mapper.readTree(json).path("parent")
      for {
        own <- ref("parent", parent)
        root <-
          if (parent.hasNonNull("root")) ref("parent.root", parent.path("root")).map(Some(_)) else Right(None)
      } yield Parents(Some(own), root, Vector.empty)
    } catch {
      case e: JsonProcessingException =>
        val at = Option(e.getLocation).fold("")(l => s" at column ${l.getColumnNr}")
        Left(s"not JSON$at; write it as an object with parent, and in it run and job")
    }

  private def ref(at: String, node: JsonNode): Either[String, RunRef] = {
    val (run, job) = (node.path("run"), node.path("job"))
    def named(key: String) =
      Some(job.path(key).asText.trim).filter(_.nonEmpty).toRight(s"$at.job.$key is missing; give it")
    for {
      id <- uuid(run.path("runId").asText.trim).toRight(s"$at.run.runId is missing or not a UUID; give one")
      namespace <- named("namespace")
      name <- named("name")
    } yield RunRef(id, JobId(namespace, name), Forwarded(facets(run), facets(job)))
  }

  private def facets(node: JsonNode): Map[String, String] = {
    val all = Map.newBuilder[String, String]
    node.path("facets").fields().forEachRemaining { f =>
      f.getValue match {
        case o: ObjectNode => all += f.getKey -> o.toString
        case _ => ()
      }
    }
    all.result()
  }
}
