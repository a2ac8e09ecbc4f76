package io.headwater.plan.overrides

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.{LeafNode, LogicalPlan, Project}
import org.apache.spark.sql.types.IntegerType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Dependency, Kind, PlanLineage, Transformation}
import io.headwater.plan.{Rendering, TestSpark}

/** A relation of a library that nobody has heard of. */
final case class Unheard(output: Seq[Attribute]) extends LeafNode

/** What extensions say of single nodes, in the walk of real plans. */
final class OverridingRulesSuite extends AnyFunSuite {
  private val orders = DatasetId("acme", "orders")
  private val totals = DatasetId("acme", "totals")

  private def told(plan: LogicalPlan)(say: PartialFunction[LogicalPlan, NodeOverride]): PlanLineage = {
    val map = new IdentityHashMap[LogicalPlan, NodeOverride]
    def visit(p: LogicalPlan): Unit = {
      say.lift(p).foreach(map.put(p, _))
      (p.children ++ p.innerChildren.collect { case q: LogicalPlan => q }).foreach(visit)
    }
    visit(plan)
    TestSpark.lineage(new OverridingRules(map, _)).of(plan)
  }

  private def ctas(select: String): LogicalPlan =
    TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $select")

  private def isLeaf(p: LogicalPlan): Boolean = p.children.isEmpty && p.output.exists(_.name == "a")

  test("columns flow from the dataset that is named for a leaf, and from no other") {
    val lineage = told(ctas("SELECT a + 1 AS x FROM t WHERE b > 0")) {
      case p if isLeaf(p) => NodeOverride(inputs = Vector(Dataset(orders)))
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads orders",
      "writes out CREATE",
      "x <- orders.a TRANSFORMATION",
      "rows <- orders.b FILTER"
    ))
    assert(lineage.sources.head.schema.map(_.name) == Vector("a", "b", "c", "d"))
  }

  test("a leaf of several datasets takes each column of each of them, declared") {
    val lineage = told(ctas("SELECT a FROM t")) {
      case p if isLeaf(p) => NodeOverride(inputs = Vector(Dataset(orders), Dataset(totals)))
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads orders",
      "reads totals",
      "writes out CREATE",
      "a <-declared- orders.a IDENTITY, totals.a IDENTITY"
    ))
  }

  test("an output takes its query's columns by name, but for those that are said") {
    val from = Dependency(ColumnRef(orders, "z"), Vector(Transformation(Kind.Aggregation)))
    val plan = ctas("SELECT a, b FROM t")
    val lineage = told(plan) {
      case p if p eq plan =>
        NodeOverride(outputs =
          Vector(NodeOverride.Output(Dataset(totals), Some("acme.totals"), Map("b" -> Vector(from))))
        )
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads t",
      "writes totals",
      "a <- t.a IDENTITY",
      "b <-declared- orders.z AGGREGATION"
    ))
    assert(lineage.nameSuffix.contains("acme.totals"))
  }

  test("what an operator's outputs are made of can be said by their ids") {
    val lineage = told(ctas("SELECT a + b AS x, c FROM t")) {
      case p: Project =>
        val b = p.child.output.filter(_.name == "b").map(_.exprId.id).toVector
        NodeOverride(columns =
          Vector(NodeOverride.FromAttributes(p.output.head.exprId.id, b, Transformation(Kind.Transformation)))
        )
    }
    assert(Rendering.lines(lineage).drop(2) == Vector(
      "x <-declared- t.b TRANSFORMATION",
      "c <- t.c IDENTITY"
    ))
  }

  test("the datasets that the engine finds at a node are told to whoever only adds to them") {
    val found = mutable.ArrayBuffer.empty[NodeOverride.DelegateResult]
    val plan = ctas("SELECT a FROM t")
    val lineage = told(plan) {
      case p if isLeaf(p) || (p eq plan) => NodeOverride(onDelegate = found += _, delegates = true)
    }
    assert(lineage == TestSpark.lineage.of(plan))
    assert(found.flatMap(_.sources).map(_.name.split('/').last) == Seq("t"))
    assert(found.flatMap(_.sinks).map(_.name.split('/').last) == Seq("out"))
  }

  test("a node that nobody knows is a gap, until somebody says what it is") {
    val unheard = Unheard(Seq(AttributeReference("a", IntegerType)()))
    assert(TestSpark.lineage.of(unheard).gaps.map(_.node) == Vector(classOf[Unheard].getName))
    val lineage = told(unheard) { case _: Unheard => NodeOverride(inputs = Vector(Dataset(orders))) }
    assert(lineage.gaps.isEmpty && lineage.sources.map(_.id) == Vector(orders))
  }

  test("an answer without anything in it leaves the engine's own") {
    val plan = ctas("SELECT a + b AS x FROM t")
    assert(told(plan) { case _ => NodeOverride() } == TestSpark.lineage.of(plan))
  }

  test(
    "columns may hold a dataset's, be computed, or be made of others that are told of; what is said twice adds up"
  ) {
    val plan = ctas("SELECT concat(a, b) AS x, c FROM t")
    val from = Transformation(Kind.Aggregation)
    val lineage = told(plan) {
      case p: Project if p.output.size == 2 =>
        val (x, c, below) = (p.output.head.exprId.id, p.output(1).exprId.id, p.child.output)
        NodeOverride(columns =
          Vector(
            NodeOverride.FromSource(x, ColumnRef(orders, "key")),
            NodeOverride.FromExpression(x, below(1)),
            NodeOverride.FromAttributes(c, Vector(x, c), from)
          )
        )
    }
    assert(Rendering.lines(lineage).filter(_.contains("<-declared-")) == Vector(
      "x <-declared- orders.key IDENTITY, t.b IDENTITY",
      "c <-declared- orders.key AGGREGATION, t.b AGGREGATION, t.c AGGREGATION"
    ))
  }

  test("a plan that a node reads beside its children gives its columns") {
    val read = TestSpark.analyzed("SELECT a AS y FROM t")
    val unheard = Unheard(read.output)
    val lineage = told(Project(unheard.output, unheard)) { case _: Unheard =>
      NodeOverride(extraInputs = Vector(read))
    }
    assert(lineage.gaps.isEmpty)
    assert(lineage.sources.map(_.id.name.split('/').last) == Vector("t"))
  }

  test("what is beside the engine's own is added, each name once, and columns stay those of what it found") {
    val plan = ctas("SELECT a FROM t")
    val own = TestSpark.lineage.of(plan).sinks.head.dataset
    val lineage = told(plan) {
      case p if isLeaf(p) => NodeOverride(inputs = Vector(Dataset(orders)), additive = true)
      case p if p eq plan =>
        NodeOverride(
          outputs = Vector(NodeOverride.Output(Dataset(totals)), NodeOverride.Output(own)),
          additive = true
        )
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads orders",
      "reads t",
      "writes out CREATE",
      "a <- t.a IDENTITY",
      "writes totals",
      "a <- t.a IDENTITY"
    ))
  }

  test("beside nothing, an input is all there is of a leaf, and no gap") {
    val unheard = Unheard(Seq(AttributeReference("a", IntegerType)()))
    val lineage =
      told(unheard) { case _: Unheard => NodeOverride(inputs = Vector(Dataset(orders)), additive = true) }
    assert(lineage.gaps.isEmpty && lineage.sources.map(_.id) == Vector(orders))
    assert(lineage.sources.head.schema.map(_.name) == Vector("a"))
  }

  test("an attribute may be told to decide on the rows that are written") {
    val plan = ctas("SELECT a FROM t")
    val gate = NamedExpression.newExprId.id
    val lineage = told(plan) {
      case p if p eq plan =>
        val held = NodeOverride.FromSource(gate, ColumnRef(orders, "open"))
        NodeOverride(columns = Vector(held), rowAttributes = Vector(gate))
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads t",
      "writes out CREATE",
      "a <- t.a IDENTITY",
      "rows <- orders.open IDENTITY"
    ))
  }
}
