package io.headwater.emit.event

import java.net.URI
import java.util

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}

import io.headwater.emit.json.OpenLineageMapper.{reader => mapper}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.{
  DefaultDatasetFacet,
  DefaultInputDatasetFacet,
  DefaultJobFacet,
  DefaultOutputDatasetFacet,
  DefaultRunFacet,
  RunEvent
}

/** Builds the object of openlineage-java from the JSON of an event, with every number as it is. Some of its facet classes
  * hold numbers as `Double`, which rounds 2^53 + 1 and writes 5 as 5.0. A facet that its class would change is held
  * without that class, as the properties that it has.
  */
private[event] object ExactRunEvent {
  private type Properties = util.Map[String, AnyRef]

  def of(json: JsonNode): RunEvent = {
    val typed = mapper.treeToValue(json, classOf[RunEvent])
    val written: JsonNode = mapper.valueToTree(typed)
    val changed = holders(json).zip(holders(written)).map { case (facets, rewritten) =>
      names(facets).filterNot(name => sameNumbers(facets.get(name), rewritten.path(name)))
    }
    if (changed.forall(_.isEmpty)) typed else without(json, changed)
  }

  /** The event, in which the facets with these names have no class. */
  private def without(json: JsonNode, changed: Vector[Vector[String]]): RunEvent = {
    val rest = json.deepCopy[JsonNode]()
    holders(rest).zip(changed).foreach {
      case (facets: ObjectNode, names) => names.foreach(facets.remove)
      case _ => ()
    }
    val event = mapper.treeToValue(rest, classOf[RunEvent])
    holders(json).zip(changed).zip(properties(event)).foreach { case ((facets, names), (holder, facet)) =>
      names.foreach(name => holder.put(name, facet(new UntypedFacet(facets.get(name)))))
    }
    event
  }

  /** The objects of an event that hold facets, in a fixed order. */
  private def holders(json: JsonNode): Vector[JsonNode] = {
    def datasets(list: String, own: String): Vector[JsonNode] = json.path(list) match {
      case all: ArrayNode =>
        (0 until all.size).toVector.flatMap(i => Vector(all.get(i).path("facets"), all.get(i).path(own)))
      case _ => Vector.empty
    }
    Vector(json.path("run").path("facets"), json.path("job").path("facets")) ++
      datasets("inputs", "inputFacets") ++ datasets("outputs", "outputFacets")
  }

  /** The maps that hold the facets without a class, in the order of `holders`, each with the constructor of a facet. */
  private def properties(event: RunEvent): Vector[(Properties, UntypedFacet => AnyRef)] = {
    def map(of: => util.Map[String, _]): Properties =
      Try(of).fold(_ => new util.HashMap[String, AnyRef], _.asInstanceOf[Properties])
    val inputs = JavaCollections.vector(event.getInputs).flatMap(i =>
      Vector(
        map(i.getFacets.getAdditionalProperties) -> dataset,
        map(i.getInputFacets.getAdditionalProperties) -> input
      )
    )
    val outputs = JavaCollections.vector(event.getOutputs).flatMap(o =>
      Vector(
        map(o.getFacets.getAdditionalProperties) -> dataset,
        map(o.getOutputFacets.getAdditionalProperties) -> output
      )
    )
    Vector(
      map(event.getRun.getFacets.getAdditionalProperties) -> run,
      map(event.getJob.getFacets.getAdditionalProperties) -> job
    ) ++ inputs ++ outputs
  }

  private val run: UntypedFacet => AnyRef = u =>
    u.into(new DefaultRunFacet(u.producer) { override def get_schemaURL: URI = u.schema })(
      _.getAdditionalProperties
    )
  private val job: UntypedFacet => AnyRef = u =>
    u.into(new DefaultJobFacet(u.producer, null) { override def get_schemaURL: URI = u.schema })(
      _.getAdditionalProperties
    )
  private val dataset: UntypedFacet => AnyRef = u =>
    u.into(new DefaultDatasetFacet(u.producer, null) { override def get_schemaURL: URI = u.schema })(
      _.getAdditionalProperties
    )
  private val input: UntypedFacet => AnyRef = u =>
    u.into(new DefaultInputDatasetFacet(u.producer) { override def get_schemaURL: URI = u.schema })(
      _.getAdditionalProperties
    )
  private val output: UntypedFacet => AnyRef = u =>
    u.into(new DefaultOutputDatasetFacet(u.producer) { override def get_schemaURL: URI = u.schema })(
      _.getAdditionalProperties
    )

  /** A facet as properties. */
  private final class UntypedFacet(json: JsonNode) {
    def producer: URI = uri("_producer")
    def schema: URI = uri("_schemaURL")

    def into[A <: AnyRef](facet: A)(properties: A => Properties): A = {
      json.fields().forEachRemaining { f =>
        if (!UntypedFacet.metadata(f.getKey)) {
          properties(facet).put(f.getKey, mapper.treeToValue(f.getValue, classOf[Object]))
          ()
        }
      }
      facet
    }

    private def uri(key: String): URI = URI.create(json.path(key).asText)
  }

  private object UntypedFacet {
    val metadata: Set[String] = Set("_producer", "_schemaURL")
  }

  /** Whether each number of `original` is written in `rewritten` with the same digits. */
  private def sameNumbers(original: JsonNode, rewritten: JsonNode): Boolean = original match {
    case o: ObjectNode => names(o).forall(name => sameNumbers(o.get(name), rewritten.path(name)))
    case a: ArrayNode => (0 until a.size).forall(i => sameNumbers(a.get(i), rewritten.path(i)))
    case n if n.isNumber => n.asText == rewritten.asText
    case _ => true
  }

  private def names(node: JsonNode): Vector[String] = {
    val out = Vector.newBuilder[String]
    node.fieldNames.forEachRemaining { name => out += name; () }
    out.result()
  }
}
