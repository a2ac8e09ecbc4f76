package io.headwater.emit.facets

import java.net.URI

import scala.util.Try

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.json.ExactJson
import io.headwater.model.{Dataset, Gap}
import io.openlineage.client.OpenLineage.{DatasetFacet, DefaultDatasetFacet}

/** Dataset facets that a table stores in its properties as JSON. Missing `_producer` and `_schemaURL` are filled in. A value
  * that is not a JSON object is not sent and adds a gap. The agent's facets take precedence over those with the same name.
  *
  * @param agentFacets
  *   the names of the agent's facets
  */
final class RawFacets(settings: EventSettings, agentFacets: Set[String]) {

  def read(dataset: Dataset): (Vector[(String, DatasetFacet)], Vector[Gap]) =
    if (dataset.facets.isEmpty) (Vector.empty, Vector.empty) else parsed(dataset)

  private def parsed(dataset: Dataset): (Vector[(String, DatasetFacet)], Vector[Gap]) = {
    val named = dataset.facets.toVector.sortBy(_._1).filterNot { case (n, _) =>
      agentFacets(n) || settings.disabled(n)
    }
    val read = named.map { case (name, json) => facet(dataset, name, json).map(name -> _) }
    (read.collect { case Right(f) => f }, read.collect { case Left(g) => g })
  }

  private def facet(dataset: Dataset, name: String, json: String): Either[Gap, DatasetFacet] = {
    def gap(why: String): Gap = Gap(dataset.id.name, "facets", s"table property for facet $name: $why")
    try
      ExactJson.read(json) match {
        case node: ObjectNode => Right(build(node))
        case _ => Left(gap("not a JSON object"))
      }
    catch { case e: JsonProcessingException => Left(gap(s"not JSON, at ${position(e)}")) }
  }

  private def position(e: JsonProcessingException): String =
    Option(e.getLocation).fold("the end")(l => s"line ${l.getLineNr}, column ${l.getColumnNr}")

  private def build(node: ObjectNode): DatasetFacet = {
    def uri(key: String): Option[URI] =
      Option(node.remove(key)).flatMap(v => Try(URI.create(v.asText)).toOption)
    val producer = uri("_producer").getOrElse(settings.producer)
    val schema = uri("_schemaURL")
    val facet = new DefaultDatasetFacet(producer, null) { // null omits the field `_deleted`
      override def get_schemaURL: URI = schema.getOrElse(super.get_schemaURL)
    }
    node.fields().forEachRemaining { f => facet.getAdditionalProperties.put(f.getKey, f.getValue); () }
    facet
  }
}
