package io.headwater.shell.extensions.jvm.traits

import java.lang.reflect.{InvocationHandler, Method, Proxy}

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnRef, Dataset, FacetTarget, Kind, Transformation}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.headwater.util.{Accessors, ClassNames}
import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.DatasetIdentifier

/** The Scala traits of `interfaces-scala`, by name: they exist in two packages that differ in nothing else, and a
  * library may bring its own copy.
  */
private[jvm] final class Traits(openLineage: OpenLineage) extends TraitDialect {

  /** Runs no code of a library's, so that it can be asked on any thread. */
  def speaks(value: AnyRef): Boolean =
    try Traits.all.exists(find(value, _).isDefined)
    catch { case _: LinkageError => false } // a class that is not whole cannot be asked either

  def inputs(node: AnyRef, event: String): Vector[NodeResult] =
    list(node, "InputLineageNode", "getInputs", event).map(said(_, "inputFacetsBuilder", FacetTarget.Input))

  def outputs(node: AnyRef, event: String): Vector[NodeResult] =
    list(node, "OutputLineageNode", "getOutputs", event)
      .map(said(_, "outputFacetsBuilder", FacetTarget.Output))

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
    def of(method: String) = list(node, "ColumnLevelLineageNode", method, event)
    of("columnLevelLineageInputs").flatMap(field) ++ of("columnLevelLineageOutputs").flatMap(field) ++
      of("columnLevelLineageDependencies").map(dependency)
  }

  private def said(item: AnyRef, special: String, target: FacetTarget): NodeResult = {
    val read = new Accessors(item)
    def facets(of: String, as: FacetTarget) = Option(read.value[AnyRef](of)).toVector
      .flatMap(b => ClientFacets.of(new Accessors(b).value[AnyRef]("build"), as))
    NodeResult(
      if (read.has("node")) Left(read.value[AnyRef]("node"))
      else Right(dataset(read.value[AnyRef]("datasetIdentifier"))),
      facets("facetsBuilder", FacetTarget.Dataset) ++ facets(special, target)
    )
  }

  private def field(item: AnyRef): Vector[VisitorResult] = {
    val read = new Accessors(item)
    if (read.has("delegate")) read.value[AnyRef]("delegate") match {
      case plan: LogicalPlan => Vector(VisitorResult.Reads(plan))
      case other =>
        throw new IllegalArgumentException(s"a delegate that is no LogicalPlan: ${other.getClass}")
    }
    else {
      val (name, id) = (read.value[String]("field"), exprId(read.value[AnyRef]("exprId")))
      if (!read.has("datasetIdentifier")) Vector(VisitorResult.Field(name, id))
      else {
        val held = dataset(read.value[AnyRef]("datasetIdentifier"))
        Vector(
          VisitorResult.Input(Some(held), Vector.empty),
          VisitorResult.Column(NodeOverride.FromSource(id, ColumnRef(held.id, name)))
        )
      }
    }
  }

  private def dependency(item: AnyRef): VisitorResult = {
    val read = new Accessors(item)
    val output = exprId(read.value[AnyRef]("outputExprId"))
    if (read.has("expression")) read.value[AnyRef]("expression") match {
      case e: Expression => VisitorResult.Column(NodeOverride.FromExpression(output, e))
      case other => throw new IllegalArgumentException(s"no expression of Catalyst's: ${other.getClass}")
    }
    else {
      val from = read.value[Iterable[AnyRef]]("inputExprIds").map(exprId).toVector
      VisitorResult.Column(NodeOverride.FromAttributes(output, from, Transformation(Kind.Transformation)))
    }
  }

  private def exprId(of: AnyRef): Long = new Accessors(of).value[Long]("exprId")

  private def dataset(id: AnyRef): Dataset = id match {
    case d: DatasetIdentifier => ClientFacets.dataset(d)
    case other => throw new IllegalArgumentException(s"no dataset identifier: $other")
  }

  private def find(value: AnyRef, name: String): Option[Class[_]] =
    ClassNames.ancestors(value.getClass).find(c => Traits.packages.exists(p => c.getName == s"$p.$name"))

  private def list(node: AnyRef, name: String, method: String, event: String): Vector[AnyRef] =
    find(node, name).toVector.flatMap(c =>
      call(node, c, method, event).asInstanceOf[Iterable[AnyRef]].toVector
    )

  /** A method whose first argument is the trait's own context. */
  private def call(value: AnyRef, of: Class[_], name: String, event: String, more: AnyRef*): AnyRef = {
    val method = of.getMethods.find(_.getName == name).getOrElse(throw new NoSuchMethodException(name))
    method.invoke(value, context(method.getParameterTypes.head, event) +: more: _*)
  }

  private def context(of: Class[_], event: String): AnyRef =
    Proxy.newProxyInstance(
      of.getClassLoader,
      Array(of),
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

private object Traits {
  val packages =
    Vector("io.openlineage.spark.builtin.scala.v1", "io.openlineage.spark.extension.scala.v1")

  val all = Vector(
    "InputLineageNode",
    "OutputLineageNode",
    "ColumnLevelLineageNode",
    "LineageRelation",
    "LineageRelationProvider"
  )
}
