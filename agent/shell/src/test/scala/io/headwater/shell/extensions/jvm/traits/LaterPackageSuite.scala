package io.headwater.shell.extensions.jvm.traits

import java.net.URI

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, DatasetId, Kind, Transformation}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.VisitorResult
import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.extension.scala.v1._

/** Traits of the package `extension.scala.v1`; `tests/extensions_jvm` has those of `builtin.scala.v1` on real plans. */
class LaterPackageSuite extends AnyFunSuite {
  private val traits = new Traits(new OpenLineage(URI.create("https://headwater.io")))
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

  test("whoever implements one of them speaks") {
    assert(Vector[AnyRef](new Relation, new Provider, new Node).forall(traits.speaks))
    assert(!traits.speaks("text"))
  }

  test("a relation and a source name their dataset") {
    assert(traits.relation(
      new Relation,
      "Start"
    ).map(_.id).contains(DatasetId("acme://prod", "orders Start")))
    val named = traits.provider(new Provider, "Start", "sql", Map("a" -> "b"))
    assert(named.map(_.id).contains(DatasetId("acme://prod", "sql Map(a -> b)")))
  }

  test("a node names what it reads, with facets") {
    val said = traits.inputs(new Node, "Start")
    assert(said.map(_.dataset.map(_.id)) == Vector(Right(id)))
    assert(said.flatMap(_.facets.map(_._2)) == Vector("documentation"))
  }

  test("a node tells its columns") {
    val said = traits.columns(new Node, "Start")
    assert(said.collect { case VisitorResult.Column(c) => c } == Vector(
      NodeOverride.FromSource(1L, ColumnRef(id, "price")),
      NodeOverride.FromAttributes(2L, Vector(1L), Transformation(Kind.Transformation))
    ))
    assert(said.collect { case VisitorResult.Field(name, expr) => name -> expr } == Vector("total" -> 2L))
  }
}
