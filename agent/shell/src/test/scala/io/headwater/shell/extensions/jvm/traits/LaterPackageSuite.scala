package io.headwater.shell.extensions.jvm.traits

import java.net.URI

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, DatasetId, Kind, Transformation}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.VisitorResult
import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.extension.scala.v1._

/** The traits of the package `extension.scala.v1`. `tests/extensions_jvm` tests those of `builtin.scala.v1`. */
class LaterPackageSuite extends AnyFunSuite {
  private val traits = new ScalaTraits(new OpenLineage(URI.create("urn:headwater:test")))
  private val orders = new DatasetIdentifier("orders", "acme://prod")
  private val id = DatasetId("acme://prod", "orders")

  private final class Relation extends LineageRelation {
    def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier =
      new DatasetIdentifier(s"orders ${context.sparkListenerEventName}", "acme://prod")
  }

  private final class Provider extends LineageRelationProvider {
    def getLineageDatasetIdentifier(c: OpenLineageContext, sql: Object, options: Object): DatasetIdentifier =
      new DatasetIdentifier(s"$sql $options", "acme://prod")
  }

  private final class Node extends InputLineageNode with ColumnLevelLineageNode {
    def getInputs(context: OpenLineageContext): List[InputDatasetWithIdentifier] = {
      val facets = context.openLineage.newDatasetFacetsBuilder()
        .documentation(context.openLineage.newDocumentationDatasetFacet("all orders", null))
      List(InputDatasetWithIdentifier(orders, facets, null))
    }
    def columnLevelLineageInputs(context: OpenLineageContext): List[InputDatasetFieldWithIdentifier] =
      List(InputDatasetFieldWithIdentifier(orders, "price", OlExprId(1)))
    def columnLevelLineageOutputs(context: OpenLineageContext): List[OutputDatasetField] =
      List(OutputDatasetField("total", OlExprId(2)))
    def columnLevelLineageDependencies(
        context: OpenLineageContext
    ): List[ExpressionDependencyWithIdentifier] =
      List(ExpressionDependencyWithIdentifier(OlExprId(2), List(OlExprId(1))))
  }

  test("an object that implements one of the traits is supported") {
    assert(Vector[AnyRef](new Relation, new Provider, new Node).forall(traits.isDefinedAt))
    assert(!traits.isDefinedAt("text"))
  }

  test("a relation and a data source return their dataset") {
    assert(traits.relation(
      new Relation,
      "Start"
    ).map(_.id).contains(DatasetId("acme://prod", "orders Start")))
    val named = traits.provider(new Provider, "Start", "sql", Map("a" -> "b"))
    assert(named.map(_.id).contains(DatasetId("acme://prod", "sql Map(a -> b)")))
  }

  test("a node returns its inputs with their facets") {
    val results = traits.inputs(new Node, "Start")
    assert(results.map(_.dataset.map(_.id)) == Vector(Right(id)))
    assert(results.flatMap(_.facets.map(_.name)) == Vector("documentation"))
  }

  test("a node returns its column lineage") {
    val results = traits.columns(new Node, "Start")
    assert(results.collect { case VisitorResult.Column(c) => c } == Vector(
      NodeOverride.FromSource(1L, ColumnRef(id, "price")),
      NodeOverride.FromAttributes(2L, Vector(1L), Transformation(Kind.Transformation))
    ))
    assert(results.collect { case VisitorResult.Field(name, expr) => name -> expr } == Vector("total" -> 2L))
  }
}
