package io.headwater.emit.event

import java.util

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.json.ObjectTree
import io.headwater.emit.redact.{JsonRedactor, RedactedObject}
import io.headwater.model.{Dataset, Sink}
import io.headwater.util.BoundedMap
import io.openlineage.client.OpenLineage.DatasetFacets

/** Remembers the facets of datasets, with their redacted JSON: START and the terminal event of a run describe most
  * datasets in the same way, and so do the queries that read the same table. Facets that the redactor changes are not
  * remembered, nor are those of very wide datasets. Not thread-safe.
  */
private[emit] final class RememberedFacets(redactor: JsonRedactor) {
  import RememberedFacets._

  private val known = new BoundedMap[Description, DatasetFacets](maxDatasets)
  private val trees = new util.IdentityHashMap[DatasetFacets, JsonNode]
  private var weight = 0

  /** The facets of a dataset; they are built if they are not known. */
  def facets(description: Description)(build: => DatasetFacets): DatasetFacets = {
    val size = description.weight
    if (size > maxWeightOfOne) build
    else known.get(description).getOrElse {
      val built = build
      remember(description, built, size)
      built
    }
  }

  /** The JSON of facets. */
  val tree: DatasetFacets => JsonNode = facets =>
    Option(trees.get(facets)).getOrElse(ObjectTree.ofFields(facets))

  private def remember(description: Description, facets: DatasetFacets, size: Int): Unit =
    ObjectTree.ofFields(facets) match {
      case json: ObjectNode if redactor.redact(json) eq json =>
        if (known.size >= maxDatasets || weight + size > maxWeight) clear()
        known(description) = facets
        trees.put(facets, RedactedObject.of(json))
        weight += size
      case _ => ()
    }

  private def clear(): Unit = {
    known.clear()
    trees.clear()
    weight = 0
  }
}

private[emit] object RememberedFacets {
  private val maxDatasets = 500

  /** Columns and dependencies; each takes about a kilobyte, as an object and as JSON. */
  private val maxWeight = 4000
  private val maxWeightOfOne = 1000

  /** All that the facets of a dataset depend on.
    *
    * @param sink
    *   if the dataset is an output
    * @param failed
    *   whether the run has failed
    */
  final case class Description(dataset: Dataset, sink: Option[Sink], failed: Boolean) {
    def weight: Int = dataset.schema.size + dataset.facets.size + sink.fold(0) { s =>
      s.rows.size + s.columns.foldLeft(0)((sum, c) => sum + 1 + c.dependencies.size)
    }
  }
}
