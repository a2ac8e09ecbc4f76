package io.headwater.shell.extensions.jvm.traits

import java.util.{ArrayList => JArrayList, List => JList, Map => JMap, Optional}

import scala.reflect.ClassTag

import com.fasterxml.jackson.databind.JsonNode
import org.apache.commons.lang3.tuple.Pair

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.json.Json
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper.Reader

/** What objects of libraries say of themselves, for extensions that ask. On the extension's thread. */
private[jvm] final class LineageNodeReader(dialects: Vector[TraitDialect]) extends Reader {

  def speaks(value: Object): Boolean = speaker(value).isDefined

  def relation(value: Object, event: String): Optional[DatasetIdentifier] =
    identifier(speaker(value).flatMap(_.relation(value, event)))

  def provider(
      value: Object,
      event: String,
      sqlContext: Object,
      parameters: Object
  ): Optional[DatasetIdentifier] =
    identifier(speaker(value).flatMap(_.provider(value, event, sqlContext, options(parameters))))

  def inputs(node: Object, event: String): Pair[JList[InputDataset], JList[Object]] =
    pair(speaker(node).toVector.flatMap(_.inputs(node, event)))

  def outputs(node: Object, event: String): Pair[JList[OutputDataset], JList[Object]] =
    pair(speaker(node).toVector.flatMap(_.outputs(node, event)))

  private def speaker(value: Object): Option[TraitDialect] =
    Option(value).flatMap(v => dialects.find(_.speaks(v)))

  private def identifier(found: Option[Dataset]): Optional[DatasetIdentifier] =
    found.fold(Optional.empty[DatasetIdentifier])(d =>
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

  /** The datasets, and the delegates. */
  private def pair[D: ClassTag](said: Vector[NodeResult]): Pair[JList[D], JList[Object]] = {
    val datasets = new JArrayList[D]
    val delegates = new JArrayList[Object]
    said.foreach {
      case NodeResult(Left(delegate), _) => delegates.add(delegate)
      case NodeResult(Right(d), facets) => datasets.add(dataset(d, facets))
    }
    Pair.of(datasets, delegates)
  }

  private def dataset[D](d: Dataset, facets: Vector[(FacetTarget, String, String)])(implicit
      kind: ClassTag[D]
  ): D = {
    val out = Json.obj().put("namespace", d.id.namespace).put("name", d.id.name)
    val holders = Map[FacetTarget, String](
      FacetTarget.Dataset -> "facets",
      FacetTarget.Input -> "inputFacets",
      FacetTarget.Output -> "outputFacets"
    )
    for ((target, name, json) <- facets; holder <- holders.get(target))
      out.withObject(s"/$holder").set[JsonNode](name, Json.mapper.readTree(json))
    OpenLineageClientUtils.convertValue(out, kind.runtimeClass).asInstanceOf[D]
  }
}
