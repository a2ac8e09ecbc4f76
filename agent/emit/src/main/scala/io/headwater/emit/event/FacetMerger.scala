package io.headwater.emit.event

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, JsonNodeFactory, ObjectNode}

import io.headwater.emit.facets.{EventSettings, FacetNames}
import io.headwater.emit.json.ExactJson
import io.headwater.model.{AddedFacet, Additions, DatasetId, ExtensionError, FacetTarget}

/** Merges the facets of extensions into an event. A facet of an extension replaces a facet of the agent with the same name.
  * Missing `_producer` and `_schemaURL` are filled in. Facets that are disabled are omitted.
  */
private[emit] final class FacetMerger(settings: EventSettings) {

  /** A changed copy of the tree; the same instance if there is nothing to add. */
  def apply(event: JsonNode, additions: Additions): JsonNode =
    if (additions.isEmpty) event
    else {
      val out = FacetMerger.changeable(event)
      val withoutDataset = additions.facets.filterNot(f => settings.disabled(f.name)).flatMap(put(out, _))
      addErrors(out, additions.errors ++ withoutDataset)
      out
    }

  /** A copy with more errors in the facet of errors; the same instance if there are none. */
  def withErrors(event: JsonNode, errors: Vector[ExtensionError]): JsonNode =
    if (errors.isEmpty) event
    else {
      val out = FacetMerger.changeable(event)
      addErrors(out, errors)
      out
    }

  private def addErrors(event: JsonNode, errors: Vector[ExtensionError]): Unit =
    if (errors.nonEmpty) {
      val facet = event.path("run").path("facets").path(FacetNames.extensionErrors) match {
        case present: ObjectNode => present.deepCopy()
        case _ => JsonNodeFactory.instance.objectNode
      }
      val list = facet.withArrayProperty("errors")
      errors.distinct.foreach { e =>
        list.addObject().put("extension", e.extension).put("stage", e.stage).put("message", e.message)
      }
      while (list.size > Additions.maxErrors) list.remove(0) // the newest stay, as in Additions
      set(event.path("run"), "facets", FacetNames.extensionErrors, facet, FacetTarget.Run)
    }

  /** Adds one facet. Returns an error if the facet is for a dataset that the event does not contain. */
  private def put(event: JsonNode, added: AddedFacet): Option[ExtensionError] =
    ExactJson.read(added.json) match {
      case body: ObjectNode =>
        val (holders, section) = holdersOf(event, added)
        holders.foreach(set(_, section, added.name, body.deepCopy(), added.target))
        added.dataset.filter(_ => holders.isEmpty && !added.isOptional).map { id =>
          val missing = s"the event has no dataset ${id.namespace} ${id.name}"
          ExtensionError(s"facet ${added.name}", "attach", missing)
        }
      case _ => None
    }

  private def holdersOf(event: JsonNode, added: AddedFacet): (Vector[JsonNode], String) = {
    def of(list: String): Vector[JsonNode] = event.path(list) match {
      case all: ArrayNode =>
        (0 until all.size).toVector.map(i => all.get(i)).filter(d => added.dataset.forall(named(d, _)))
      case _ => Vector.empty
    }
    added.target match {
      case FacetTarget.Run => Vector(event.path("run")) -> "facets"
      case FacetTarget.Job => Vector(event.path("job")) -> "facets"
      case FacetTarget.Dataset => (of("inputs") ++ of("outputs")) -> "facets"
      case FacetTarget.Input => of("inputs") -> "inputFacets"
      case FacetTarget.Output => of("outputs") -> "outputFacets"
    }
  }

  private def named(dataset: JsonNode, id: DatasetId): Boolean =
    dataset.path("namespace").asText == id.namespace && dataset.path("name").asText == id.name

  private def set(
      holder: JsonNode,
      section: String,
      name: String,
      body: ObjectNode,
      target: FacetTarget
  ): Unit =
    holder match {
      case h: ObjectNode =>
        if (!hasProducer(body)) body.put("_producer", settings.producer.toString)
        if (!body.has("_schemaURL")) body.put("_schemaURL", FacetMerger.schema(target))
        val facets = h.get(section) match {
          case o: ObjectNode => FacetMerger.shallowCopy(o)
          case _ => JsonNodeFactory.instance.objectNode
        }
        facets.set[JsonNode](name, body)
        h.set[JsonNode](section, facets)
        ()
      case _ => ()
    }

  /** The Python SDK names itself as the producer of a facet that has none; a configured producer replaces that. */
  private def hasProducer(body: ObjectNode): Boolean = Option(body.get("_producer")).exists { producer =>
    settings.configuredProducer.isEmpty || !producer.asText.startsWith(EventSettings.ownProducers)
  }
}

private[emit] object FacetMerger {

  /** A copy whose run, job and datasets may get other facets; the facets themselves are not copied. */
  private def changeable(event: JsonNode): JsonNode = event match {
    case original: ObjectNode =>
      val copy = shallowCopy(original)
      Vector("run", "job").foreach(key => replace(copy, key) { case o: ObjectNode => shallowCopy(o) })
      Vector("inputs", "outputs").foreach { key =>
        replace(copy, key) { case all: ArrayNode =>
          val datasets = all.arrayNode(all.size)
          all.forEach {
            case d: ObjectNode => datasets.add(shallowCopy(d)); ()
            case other => datasets.add(other); ()
          }
          datasets
        }
      }
      copy
    case other => other
  }

  private def replace(of: ObjectNode, key: String)(copy: PartialFunction[JsonNode, JsonNode]): Unit =
    Option(of.get(key)).collect(copy).foreach(of.set[JsonNode](key, _))

  private def shallowCopy(node: ObjectNode): ObjectNode =
    JsonNodeFactory.instance.objectNode.setAll[ObjectNode](node)

  /** The base types of facets in the specification (OpenLineage.json, 2-0-2). */
  private def schema(target: FacetTarget): String = {
    val kind = target match {
      case FacetTarget.Run => "RunFacet"
      case FacetTarget.Job => "JobFacet"
      case FacetTarget.Dataset => "DatasetFacet"
      case FacetTarget.Input => "InputDatasetFacet"
      case FacetTarget.Output => "OutputDatasetFacet"
    }
    s"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$$defs/$kind"
  }
}
