package io.headwater.shell.extensions.jvm.traits

import java.lang.reflect.{InvocationHandler, Method, Proxy}

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{AddedFacet, ColumnRef, Dataset, FacetTarget, Kind, Transformation}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.headwater.util.{Accessors, ClassNames}
import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.DatasetIdentifier

/** The Scala traits of `interfaces-scala`, read by reflection. They exist in two packages with the same content, and
  * a library may contain its own copy.
  */
private[jvm] final class ScalaTraits(openLineage: OpenLineage) extends LineageTraits {

  /** Runs no code of a library; so any thread can call it. */
  def isDefinedAt(value: AnyRef): Boolean =
    try ClassNames.ancestors(value.getClass).exists(c => ScalaTraits.all(c.getName))
    catch { case _: LinkageError => false } // a class that cannot be linked cannot be called either

  def inputs(node: AnyRef, event: String): Vector[NodeDataset] =
    list(node, "InputLineageNode", "getInputs", event)
      .map(nodeDataset(_, "inputFacetsBuilder", FacetTarget.Input))

  def outputs(node: AnyRef, event: String): Vector[NodeDataset] =
    list(node, "OutputLineageNode", "getOutputs", event)
      .map(nodeDataset(_, "outputFacetsBuilder", FacetTarget.Output))

  def relation(value: AnyRef, event: String): Option[Dataset] =
    find(value, "LineageRelation").map(call(value, _, "getLineageDatasetIdentifier", event)).map(dataset)

  def provider(
      value: AnyRef,
      event: String,
      sqlContext: AnyRef,
      options: Map[String, String]
  ): Option[Dataset] =
    find(value, "LineageRelationProvider")
      .map(call(value, _, "getLineageDatasetIdentifier", event, sqlContext, options)).map(dataset)

  def columns(node: AnyRef, event: String): Vector[VisitorResult] = {
    def items(method: String) = list(node, "ColumnLevelLineageNode", method, event)
    items("columnLevelLineageInputs").flatMap(field) ++
      items("columnLevelLineageOutputs").flatMap(field) ++
      items("columnLevelLineageDependencies").map(dependency)
  }

  private def nodeDataset(item: AnyRef, facetsBuilder: String, target: FacetTarget): NodeDataset = {
    val accessors = new Accessors(item)
    val rejected = Vector.newBuilder[String]
    def facets(builder: String, target: FacetTarget): Vector[AddedFacet] =
      Option(accessors.value[AnyRef](builder)).toVector
        .flatMap(b => ClientFacets.of(new Accessors(b).value[AnyRef]("build"), target, rejected += _))
    val all = facets("facetsBuilder", FacetTarget.Dataset) ++ facets(facetsBuilder, target)
    NodeDataset(
      if (accessors.has("node")) Left(accessors.value[AnyRef]("node"))
      else Right(dataset(accessors.value[AnyRef]("datasetIdentifier"))),
      all,
      rejected.result()
    )
  }

  /** A field of an input or output, or a delegate. */
  private def field(item: AnyRef): Vector[VisitorResult] = {
    val accessors = new Accessors(item)
    if (accessors.has("delegate")) accessors.value[AnyRef]("delegate") match {
      case plan: LogicalPlan => Vector(VisitorResult.ExtraInput(plan))
      case other =>
        throw new IllegalArgumentException(s"the delegate is no LogicalPlan: ${other.getClass}")
    }
    else {
      val (name, id) = (accessors.value[String]("field"), exprId(accessors.value[AnyRef]("exprId")))
      if (!accessors.has("datasetIdentifier")) Vector(VisitorResult.Field(name, id))
      else {
        val input = dataset(accessors.value[AnyRef]("datasetIdentifier"))
        Vector(
          VisitorResult.Input(input),
          VisitorResult.Column(NodeOverride.FromSource(id, ColumnRef(input.id, name)))
        )
      }
    }
  }

  private def dependency(item: AnyRef): VisitorResult = {
    val accessors = new Accessors(item)
    val output = exprId(accessors.value[AnyRef]("outputExprId"))
    if (accessors.has("expression")) accessors.value[AnyRef]("expression") match {
      case e: Expression => VisitorResult.Column(NodeOverride.FromExpression(output, e))
      case other => throw new IllegalArgumentException(s"no Catalyst expression: ${other.getClass}")
    }
    else {
      val from = accessors.value[Iterable[AnyRef]]("inputExprIds").map(exprId).toVector
      VisitorResult.Column(NodeOverride.FromAttributes(output, from, Transformation(Kind.Transformation)))
    }
  }

  private def exprId(olExprId: AnyRef): Long = new Accessors(olExprId).value[Long]("exprId")

  private def dataset(id: AnyRef): Dataset = id match {
    case d: DatasetIdentifier => ClientFacets.dataset(d)
    case other => throw new IllegalArgumentException(s"no dataset identifier: $other")
  }

  /** The trait `name` among the supertypes of the value. */
  private def find(value: AnyRef, name: String): Option[Class[_]] = {
    val names = ScalaTraits.inPackages(name)
    ClassNames.ancestors(value.getClass).find(c => names.contains(c.getName))
  }

  private def list(node: AnyRef, name: String, method: String, event: String): Vector[AnyRef] =
    find(node, name).toVector.flatMap(c =>
      call(node, c, method, event).asInstanceOf[Iterable[AnyRef]].toVector
    )

  /** Calls a method of a trait. Its first parameter is the `OpenLineageContext` of the trait's own package. */
  private def call(
      value: AnyRef,
      lineageTrait: Class[_],
      name: String,
      event: String,
      more: AnyRef*
  ): AnyRef = {
    val method =
      lineageTrait.getMethods.find(_.getName == name).getOrElse(throw new NoSuchMethodException(name))
    method.invoke(value, context(method.getParameterTypes.head, event) +: more: _*)
  }

  private def context(contextTrait: Class[_], event: String): AnyRef =
    Proxy.newProxyInstance(
      contextTrait.getClassLoader,
      Array(contextTrait),
      new InvocationHandler {
        def invoke(self: AnyRef, method: Method, arguments: Array[AnyRef]): AnyRef = method.getName match {
          case "openLineage" => openLineage
          case "sparkListenerEventName" => event
          case "hashCode" => Int.box(System.identityHashCode(self))
          case "equals" => Boolean.box(self eq arguments(0))
          case _ => s"OpenLineageContext($event)"
        }
      }
    )
}

private object ScalaTraits {
  private val packages =
    Vector("io.openlineage.spark.builtin.scala.v1", "io.openlineage.spark.extension.scala.v1")

  private val names = Vector(
    "InputLineageNode",
    "OutputLineageNode",
    "ColumnLevelLineageNode",
    "LineageRelation",
    "LineageRelationProvider"
  )

  /** The full names of each trait. */
  val inPackages: Map[String, Vector[String]] = names.map(n => n -> packages.map(p => s"$p.$n")).toMap

  val all: Set[String] = inPackages.values.flatten.toSet
}
