package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.json.ExactJson
import io.headwater.model.RunRef
import io.openlineage.client.OpenLineage.{DefaultJobFacet, DefaultRunFacet, JobFacet, RunFacet}

/** The facets of a parent or root run that an orchestrator passes on: JSON objects, sent unchanged. */
private[facets] final class ForwardedFacets(settings: EventSettings) {
  import ForwardedFacets._

  /** Passes each run facet to `put`.
    *
    * @return
    *   whether there is any
    */
  def run(ref: RunRef)(put: (String, RunFacet) => Any): Boolean = each(ref.forwarded.run) { (name, node) =>
    val schema = uri(node, "_schemaURL")
    val facet = new DefaultRunFacet(producer(node)) {
      override def get_schemaURL: URI = schema.getOrElse(super.get_schemaURL)
    }
    facet.getAdditionalProperties.putAll(properties(node))
    put(name, facet)
  }

  /** Passes each job facet to `put`.
    *
    * @return
    *   whether there is any
    */
  def job(ref: RunRef)(put: (String, JobFacet) => Any): Boolean = each(ref.forwarded.job) { (name, node) =>
    val schema = uri(node, "_schemaURL")
    val facet = new DefaultJobFacet(producer(node), null) { // null omits the field `_deleted`
      override def get_schemaURL: URI = schema.getOrElse(super.get_schemaURL)
    }
    facet.getAdditionalProperties.putAll(properties(node))
    put(name, facet)
  }

  private def each(facets: Map[String, String])(put: (String, ObjectNode) => Any): Boolean =
    facets.nonEmpty && {
      val parsed = facets.toVector.sortBy(_._1).filterNot(f => settings.disabled(f._1)).flatMap {
        case (name, json) =>
          Try(ExactJson.read(json)).toOption.collect { case o: ObjectNode => name -> o }
      }
      parsed.foreach { case (name, node) => put(name, node) }
      parsed.nonEmpty
    }

  private def producer(node: ObjectNode): URI = uri(node, "_producer").getOrElse(settings.producer)
}

private object ForwardedFacets {

  def uri(node: ObjectNode, key: String): Option[URI] =
    Option(node.get(key)).flatMap(v => Try(URI.create(v.asText)).toOption)

  /** The properties of the facet without its metadata. */
  def properties(node: ObjectNode): java.util.Map[String, AnyRef] = {
    val out = new java.util.LinkedHashMap[String, AnyRef]
    node.fields().forEachRemaining { f =>
      if (!f.getKey.startsWith("_")) out.put(f.getKey, f.getValue)
      ()
    }
    out
  }
}
