package io.headwater.shell.extensions.jvm.traits

import java.util.{ArrayList => JArrayList, List => JList, Map => JMap, Optional}

import scala.reflect.ClassTag

import com.fasterxml.jackson.databind.JsonNode
import org.apache.commons.lang3.tuple.Pair

import io.headwater.emit.json.ExactJson
import io.headwater.model.{AddedFacet, Dataset, FacetTarget}
import io.headwater.shell.json.Json
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper.Reader

/** The lineage of objects that implement lineage traits, for extensions that read it. Used on the extension's thread.
  */
private[jvm] final class LineageNodeReader(traits: Vector[LineageTraits]) extends Reader {

  def isDefinedAt(value: Object): Boolean = traitsOf(value).isDefined

  def relation(value: Object, event: String): Optional[DatasetIdentifier] =
    identifier(traitsOf(value).flatMap(_.relation(value, event)))

  def provider(
      value: Object,
      event: String,
      sqlContext: Object,
      parameters: Object
  ): Optional[DatasetIdentifier] =
    identifier(traitsOf(value).flatMap(_.provider(value, event, sqlContext, options(parameters))))

  def inputs(node: Object, event: String): Pair[JList[InputDataset], JList[Object]] =
    pair(traitsOf(node).toVector.flatMap(_.inputs(node, event)))

  def outputs(node: Object, event: String): Pair[JList[OutputDataset], JList[Object]] =
    pair(traitsOf(node).toVector.flatMap(_.outputs(node, event)))

  private def traitsOf(value: Object): Option[LineageTraits] =
    Option(value).flatMap(v => traits.find(_.isDefinedAt(v)))

  private def identifier(dataset: Option[Dataset]): Optional[DatasetIdentifier] =
    dataset.fold(Optional.empty[DatasetIdentifier])(d =>
      Optional.of(new DatasetIdentifier(d.id.name, d.id.namespace))
    )

  private def options(parameters: Object): Map[String, String] = parameters match {
    case m: scala.collection.Map[_, _] => m.map { case (k, v) => k.toString -> v.toString }.toMap
    case m: JMap[_, _] =>
      val all = Map.newBuilder[String, String]
      m.forEach { (k, v) => all += k.toString -> v.toString; () }
      all.result()
    case _ => Map.empty
  }

  /** The datasets and the delegates of a node. */
  private def pair[D: ClassTag](results: Vector[NodeDataset]): Pair[JList[D], JList[Object]] = {
    val datasets = new JArrayList[D]
    val delegates = new JArrayList[Object]
    results.foreach {
      case NodeDataset(Left(delegate), _, _) => delegates.add(delegate)
      case NodeDataset(Right(d), facets, _) => datasets.add(dataset(d, facets))
    }
    Pair.of(datasets, delegates)
  }

  private def dataset[D](d: Dataset, facets: Vector[AddedFacet])(implicit kind: ClassTag[D]): D = {
    val out = Json.obj().put("namespace", d.id.namespace).put("name", d.id.name)
    for (facet <- facets; key <- LineageNodeReader.facetKeys.get(facet.target))
      out.withObject(s"/$key").set[JsonNode](facet.name, ExactJson.read(facet.json))
    OpenLineageClientUtils.convertValue(out, kind.runtimeClass).asInstanceOf[D]
  }
}

private object LineageNodeReader {

  /** The key of the facets in a dataset, by their target. */
  val facetKeys: Map[FacetTarget, String] = Map(
    FacetTarget.Dataset -> "facets",
    FacetTarget.Input -> "inputFacets",
    FacetTarget.Output -> "outputFacets"
  )
}
