package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.model.RunRef
import io.openlineage.client.OpenLineage.{DefaultJobFacet, DefaultRunFacet, JobFacet, RunFacet}

/** Facets of a run above this one, as they were handed on: JSON objects, left as they are. */
private[facets] final class ForwardedFacets(settings: EventSettings) {
  import ForwardedFacets._

  /** Whether there were any. */
  def run(ref: RunRef)(put: (String, RunFacet) => Any): Boolean = each(ref.forwarded.run) { (name, node) =>
    val schema = uri(node, "_schemaURL")
    val facet = new DefaultRunFacet(producer(node)) {
      override def get_schemaURL: URI = schema.getOrElse(super.get_schemaURL)
    }
    facet.getAdditionalProperties.putAll(rest(node))
    put(name, facet)
  }

  /** Whether there were any. */
  def job(ref: RunRef)(put: (String, JobFacet) => Any): Boolean = each(ref.forwarded.job) { (name, node) =>
    val schema = uri(node, "_schemaURL")
    val facet = new DefaultJobFacet(producer(node), null) { // null: not deleted, left out of the JSON
      override def get_schemaURL: URI = schema.getOrElse(super.get_schemaURL)
    }
    facet.getAdditionalProperties.putAll(rest(node))
    put(name, facet)
  }

  private def each(facets: Map[String, String])(put: (String, ObjectNode) => Any): Boolean = {
    val read = facets.toVector.sortBy(_._1).filterNot(f => settings.disabled(f._1)).flatMap {
      case (name, json) =>
        Try(RawFacets.mapper.readTree(json)).toOption.collect { case o: ObjectNode => name -> o }
    }
    read.foreach { case (name, node) => put(name, node) }
    read.nonEmpty
  }

  private def producer(node: ObjectNode): URI = uri(node, "_producer").getOrElse(settings.producer)
}

private object ForwardedFacets {

  def uri(node: ObjectNode, key: String): Option[URI] =
    Option(node.get(key)).flatMap(v => Try(URI.create(v.asText)).toOption)

  /** What the facet says, without where it comes from. */
  def rest(node: ObjectNode): java.util.Map[String, AnyRef] = {
    val out = new java.util.LinkedHashMap[String, AnyRef]
    node.fields().forEachRemaining { f =>
      if (!f.getKey.startsWith("_")) out.put(f.getKey, f.getValue)
      ()
    }
    out
  }
}
