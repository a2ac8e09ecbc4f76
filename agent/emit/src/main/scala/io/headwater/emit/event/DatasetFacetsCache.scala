package io.headwater.emit.event

import java.util

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.emit.json.ObjectTree
import io.headwater.emit.redact.{JsonRedactor, RedactedObjectNode}
import io.headwater.model.{Dataset, Sink}
import io.headwater.util.BoundedMap
import io.openlineage.client.OpenLineage.DatasetFacets

/** Remembers the facets of datasets, with their redacted JSON: START and the terminal event of a run describe most
  * datasets in the same way, and so do the queries that read the same table. Facets that the redactor changes are not
  * remembered, nor are very large ones. Not thread-safe.
  */
private[emit] final class DatasetFacetsCache(redactor: JsonRedactor) {
  import DatasetFacetsCache._

  private val known = new BoundedMap[Key, DatasetFacets](maxDatasets)
  private val trees = new util.IdentityHashMap[DatasetFacets, JsonNode]
  private var weight = 0

  /** The facets of a dataset; they are built if they are not known. */
  def facets(key: Key)(build: => DatasetFacets): DatasetFacets =
    if (key.columns > maxColumns) build
    else known.get(key).getOrElse {
      val built = build
      remember(key, built)
      built
    }

  /** The JSON of facets. */
  val tree: DatasetFacets => JsonNode = facets =>
    Option(trees.get(facets)).getOrElse(ObjectTree.ofFields(facets))

  private def remember(key: Key, facets: DatasetFacets): Unit =
    ObjectTree.ofFields(facets) match {
      case json: ObjectNode if redactor.redact(json) eq json =>
        val size = weightOf(json)
        if (size <= maxWeightOfOne) {
          if (known.size >= maxDatasets || weight + size > maxWeight) clear()
          known(key) = facets
          trees.put(facets, RedactedObjectNode.of(json))
          weight += size
        }
      case _ => ()
    }

  private def clear(): Unit = {
    known.clear()
    trees.clear()
    weight = 0
  }
}

private[emit] object DatasetFacetsCache {
  private val maxDatasets = 500

  /** Columns of one dataset, and the columns that they depend on. More are not worth the comparison. */
  private val maxColumns = 1000

  /** Values in the JSON, and parts of 64 characters of its texts. The key holds the same once more. */
  private val maxWeight = 40000
  private val maxWeightOfOne = maxWeight / 4

  private def weightOf(json: JsonNode): Int = {
    var sum = 1 + (if (json.isTextual) json.textValue.length / 64 else 0)
    json.forEach(child => sum += weightOf(child))
    sum
  }

  /** All that the facets of a dataset depend on.
    *
    * @param sink
    *   if the dataset is an output
    * @param failed
    *   whether the run has failed
    */
  final case class Key(dataset: Dataset, sink: Option[Sink], failed: Boolean) {
    def columns: Int = dataset.schema.size + sink.fold(0) { s =>
      s.rows.size + s.columns.foldLeft(0)((sum, c) => sum + 1 + c.dependencies.size)
    }
  }
}
