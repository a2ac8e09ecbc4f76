package io.headwater.shell.extensions.jvm.traits

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.headwater.shell.json.Json
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.spark.extension.OpenLineageExtensionProvider

/** A library that carries the published Java interfaces under a package of its own, with a visitor beside them that
  * reads its objects and answers in plain maps.
  */
private[jvm] final class ShadedVisitor(visitor: AnyRef, prefix: String) extends TraitDialect {

  def speaks(value: AnyRef): Boolean =
    invoke(Seq(classOf[Object]), "isDefinedAt", value).asInstanceOf[Boolean]

  def inputs(node: AnyRef, event: String): Vector[NodeResult] =
    if (isA(node, "InputLineageNode")) said(node, event, "inputFacets", FacetTarget.Input) else Vector.empty

  /** The visitor tells only the inputs of a node that has both. */
  def outputs(node: AnyRef, event: String): Vector[NodeResult] =
    if (isA(node, "OutputLineageNode") && !isA(node, "InputLineageNode"))
      said(node, event, "outputFacets", FacetTarget.Output)
    else Vector.empty

  def columns(node: AnyRef, event: String): Vector[VisitorResult] = Vector.empty

  def relation(value: AnyRef, event: String): Option[Dataset] =
    if (isA(value, "LineageRelation")) named(apply(value, event)) else None

  def provider(
      value: AnyRef,
      event: String,
      sqlContext: AnyRef,
      options: Map[String, String]
  ): Option[Dataset] = {
    val types = Seq(classOf[Object], classOf[String], classOf[Object], classOf[Object])
    if (isA(value, "LineageRelationProvider"))
      named(invoke(types, "apply", value, event, sqlContext, options).asInstanceOf[java.util.Map[_, _]])
    else None
  }

  private def said(node: AnyRef, event: String, special: String, target: FacetTarget): Vector[NodeResult] = {
    val map = apply(node, event)
    val datasets = Option(map.get("datasets")).toVector.flatMap(d => Json.items(tree(d.asInstanceOf[AnyRef])))
    val delegates = Vector.newBuilder[NodeResult]
    Option(map.get("delegateNodes")).foreach(_.asInstanceOf[java.util.List[AnyRef]].forEach { d =>
      delegates += NodeResult(Left(d), Vector.empty)
    })
    datasets.map { d =>
      NodeResult(
        Right(Dataset(ClientFacets.named(Json.text(d, "namespace"), Json.text(d, "name")))),
        facets(d.path("facets"), FacetTarget.Dataset) ++ facets(d.path(special), target)
      )
    } ++ delegates.result()
  }

  private def facets(holder: JsonNode, target: FacetTarget): Vector[(FacetTarget, String, String)] =
    Json.fields(holder).collect { case (name, f) if f.isObject => (target, name, f.toString) }

  /** None: the visitor has nothing to say. */
  private def named(map: java.util.Map[_, _]): Option[Dataset] = {
    def text(key: String) = Option(map.get(key)).map(_.toString).orNull
    if (map.isEmpty) None else Some(Dataset(ClientFacets.named(text("namespace"), text("name"))))
  }

  private def tree(value: AnyRef): JsonNode =
    Json.mapper.readTree(OpenLineageClientUtils.toJson(value))

  private def apply(value: AnyRef, event: String): java.util.Map[_, _] =
    invoke(Seq(classOf[Object], classOf[String]), "apply", value, event).asInstanceOf[java.util.Map[_, _]]

  private def isA(value: AnyRef, name: String): Boolean =
    io.headwater.util.ClassNames.isA(value, s"$prefix.extension.v1.$name")

  private def invoke(types: Seq[Class[_]], name: String, arguments: AnyRef*): AnyRef =
    visitor.getClass.getMethod(name, types: _*).invoke(visitor, arguments: _*)
}

private[jvm] object ShadedVisitor {

  def of(provider: OpenLineageExtensionProvider): ShadedVisitor = {
    val loader = provider.getClass.getClassLoader
    val made =
      Class.forName(provider.getVisitorClassName, true, loader).getDeclaredConstructor().newInstance()
    new ShadedVisitor(made.asInstanceOf[AnyRef], provider.shadedPackage)
  }
}
