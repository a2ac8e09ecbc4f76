package io.headwater.shell.extensions.jvm.traits

import java.util.{List => JList, Map => JMap}

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.json.ExactJson
import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.extensions.{ClientFacets, FacetReader, VisitorResult}
import io.headwater.shell.json.Json
import io.headwater.util.{ClassNames, JavaCollections}
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.spark.extension.OpenLineageExtensionProvider

/** The lineage interfaces in a library that has shaded them, that is, moved them to a package of its own. The library
  * has a visitor class for them; this visitor reads the objects of the library and returns plain maps.
  *
  * @param name
  *   the class of the library's provider
  */
private[jvm] final class ShadedVisitor(val name: String, visitor: AnyRef, shadedPackage: String)
    extends LineageTraits {

  def isDefinedAt(value: AnyRef): Boolean =
    invoke(Seq(classOf[Object]), "isDefinedAt", value).asInstanceOf[Boolean]

  def inputs(node: AnyRef, event: String): Vector[NodeDataset] =
    if (isA(node, "InputLineageNode")) results(node, event, "inputFacets", FacetTarget.Input)
    else Vector.empty

  /** If a node has inputs and outputs, the visitor returns its inputs only. */
  def outputs(node: AnyRef, event: String): Vector[NodeDataset] =
    if (isA(node, "OutputLineageNode") && !isA(node, "InputLineageNode"))
      results(node, event, "outputFacets", FacetTarget.Output)
    else Vector.empty

  def columns(node: AnyRef, event: String): Vector[VisitorResult] = Vector.empty

  def relation(value: AnyRef, event: String): Option[Dataset] =
    if (isA(value, "LineageRelation")) dataset(apply(value, event)) else None

  def provider(
      value: AnyRef,
      event: String,
      sqlContext: AnyRef,
      options: Map[String, String]
  ): Option[Dataset] = {
    val types = Seq(classOf[Object], classOf[String], classOf[Object], classOf[Object])
    if (isA(value, "LineageRelationProvider"))
      dataset(invoke(types, "apply", value, event, sqlContext, options).asInstanceOf[JMap[_, _]])
    else None
  }

  private def results(
      node: AnyRef,
      event: String,
      facetsKey: String,
      target: FacetTarget
  ): Vector[NodeDataset] = {
    val map = apply(node, event)
    val datasets = Option(map.get("datasets")).toVector.flatMap(d => Json.items(json(d.asInstanceOf[AnyRef])))
    val delegates = JavaCollections.vector(map.get("delegateNodes").asInstanceOf[JList[AnyRef]])
      .map(d => NodeDataset(Left(d), Vector.empty))
    datasets.map { d =>
      val read = FacetReader.members(FacetTarget.Dataset, d.path("facets")) ++
        FacetReader.members(target, d.path(facetsKey))
      NodeDataset(
        Right(Dataset(ClientFacets.datasetId(Json.text(d, "namespace"), Json.text(d, "name")))),
        read.collect { case Right(facet) => facet },
        read.collect { case Left(reason) => reason }
      )
    } ++ delegates
  }

  /** None if the visitor returns an empty map. */
  private def dataset(map: JMap[_, _]): Option[Dataset] = {
    def text(key: String) = Option(map.get(key)).map(_.toString).orNull
    if (map.isEmpty) None else Some(Dataset(ClientFacets.datasetId(text("namespace"), text("name"))))
  }

  private def json(value: AnyRef): JsonNode =
    ExactJson.read(OpenLineageClientUtils.toJson(value))

  private def apply(value: AnyRef, event: String): JMap[_, _] =
    invoke(Seq(classOf[Object], classOf[String]), "apply", value, event).asInstanceOf[JMap[_, _]]

  private def isA(value: AnyRef, name: String): Boolean =
    ClassNames.isA(value, s"$shadedPackage.extension.v1.$name")

  private def invoke(types: Seq[Class[_]], name: String, arguments: AnyRef*): AnyRef =
    visitor.getClass.getMethod(name, types: _*).invoke(visitor, arguments: _*)
}

private[jvm] object ShadedVisitor {

  def of(provider: OpenLineageExtensionProvider): ShadedVisitor = {
    val loader = provider.getClass.getClassLoader
    val visitor =
      Class.forName(provider.getVisitorClassName, true, loader).getDeclaredConstructor().newInstance()
    new ShadedVisitor(provider.getClass.getName, visitor.asInstanceOf[AnyRef], provider.shadedPackage)
  }
}
