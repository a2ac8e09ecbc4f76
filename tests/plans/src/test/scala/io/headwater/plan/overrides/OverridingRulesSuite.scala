package io.headwater.plan.overrides

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Filter, LeafNode, LogicalPlan, Project, View}
import org.apache.spark.sql.types.IntegerType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Dependency, Kind, PlanLineage, Transformation}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.plan.{Lineage, Rendering, Rules, TestSpark}

/** A relation that no rule knows. */
final case class UnknownRelation(output: Seq[Attribute]) extends LeafNode

/** Overrides of single nodes in plans that Spark has analyzed. */
final class OverridingRulesSuite extends AnyFunSuite {
  private val orders = DatasetId("acme", "orders")
  private val totals = DatasetId("acme", "totals")

  private def overridden(plan: LogicalPlan)(nodes: PartialFunction[LogicalPlan, NodeOverride])
      : PlanLineage = lineage(plan, TestSpark.lineage(_))(nodes)

  /** @param reader
    *   makes the reader of plans from the change of its rules
    */
  private def lineage(
      plan: LogicalPlan,
      reader: ((LogicalPlan => NodeLineage) => OverridingRules) => Lineage
  )(
      nodes: PartialFunction[LogicalPlan, NodeOverride]
  ): PlanLineage = {
    val map = new IdentityHashMap[LogicalPlan, NodeOverride]
    def visit(p: LogicalPlan): Unit = {
      nodes.lift(p).foreach(map.put(p, _))
      (p.children ++ p.innerChildren.collect { case q: LogicalPlan => q }).foreach(visit)
    }
    visit(plan)
    reader(new OverridingRules(map, _)).of(plan)
  }

  private def ctas(select: String): LogicalPlan =
    TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $select")

  private def isLeaf(p: LogicalPlan): Boolean = p.children.isEmpty && p.output.exists(_.name == "a")

  test("the input of a leaf is the only source of its columns") {
    val lineage = overridden(ctas("SELECT a + 1 AS x FROM t WHERE b > 0")) {
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

  test("each column of a leaf with several inputs comes from all of them, with certainty declared") {
    val lineage = overridden(ctas("SELECT a FROM t")) {
      case p if isLeaf(p) => NodeOverride(inputs = Vector(Dataset(orders), Dataset(totals)))
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads orders",
      "reads totals",
      "writes out CREATE",
      "a <-declared- orders.a IDENTITY, totals.a IDENTITY"
    ))
  }

  test("an output has the columns of the query by name, except for those with declared dependencies") {
    val from = Dependency(ColumnRef(orders, "z"), Vector(Transformation(Kind.Aggregation)))
    val plan = ctas("SELECT a, b FROM t")
    val lineage = overridden(plan) {
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

  test("an output attribute can have an origin by its id") {
    val lineage = overridden(ctas("SELECT a + b AS x, c FROM t")) {
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

  test("an override of columns keeps what decides the rows of its node") {
    def decided(select: String)(isNode: LogicalPlan => Boolean): Vector[String] =
      Rendering.lines(overridden(ctas(select)) {
        case p if isNode(p) =>
          NodeOverride(columns =
            p.output.map(a => NodeOverride.FromSource(a.exprId.id, ColumnRef(orders, a.name))).toVector
          )
      }).filter(_.startsWith("rows"))
    assert(decided("SELECT a FROM t WHERE b > 0")(_.isInstanceOf[Filter]) ==
      Vector("rows <- t.b FILTER"))
    assert(decided("SELECT a, count(*) AS n FROM t GROUP BY a")(_.isInstanceOf[Aggregate]) ==
      Vector("rows <- t.a GROUP_BY"))
  }

  test("an override that delegates receives the datasets of the built-in rule") {
    val found = mutable.ArrayBuffer.empty[NodeOverride.DelegateResult]
    val plan = ctas("SELECT a FROM t")
    val lineage = overridden(plan) {
      case p if isLeaf(p) || (p eq plan) => NodeOverride(onDelegate = found += _, delegates = true)
    }
    assert(lineage == TestSpark.lineage.of(plan))
    assert(found.flatMap(_.sources).map(_.name.split('/').last) == Seq("t"))
    assert(found.flatMap(_.sinks).map(_.name.split('/').last) == Seq("out"))
  }

  test("an unknown node is a gap unless it has an override") {
    val relation = UnknownRelation(Seq(AttributeReference("a", IntegerType)()))
    assert(TestSpark.lineage.of(relation).gaps.map(_.node) == Vector(classOf[UnknownRelation].getName))
    val lineage = overridden(relation) { case _: UnknownRelation =>
      NodeOverride(inputs = Vector(Dataset(orders)))
    }
    assert(lineage.gaps.isEmpty && lineage.sources.map(_.id) == Vector(orders))
  }

  test("an empty override keeps the lineage of the built-in rule") {
    val plan = ctas("SELECT a + b AS x FROM t")
    assert(overridden(plan) { case _ => NodeOverride() } == TestSpark.lineage.of(plan))
  }

  test(
    "a column can have several origins: columns of datasets, expressions, and attributes with an override"
  ) {
    val plan = ctas("SELECT concat(a, b) AS x, c FROM t")
    val from = Transformation(Kind.Aggregation)
    val lineage = overridden(plan) {
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

  test("the columns of an extra input are the columns of the node") {
    val read = TestSpark.analyzed("SELECT a AS y FROM t")
    val relation = UnknownRelation(read.output)
    val lineage = overridden(Project(relation.output, relation)) { case _: UnknownRelation =>
      NodeOverride(extraInputs = Vector(read))
    }
    assert(lineage.gaps.isEmpty)
    assert(lineage.sources.map(_.id.name.split('/').last) == Vector("t"))
  }

  test("an additive override adds each dataset once, and the columns keep their built-in lineage") {
    val plan = ctas("SELECT a FROM t")
    val own = TestSpark.lineage.of(plan).sinks.head.dataset
    val lineage = overridden(plan) {
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

  test(
    "if the built-in rule finds no dataset, an additive input is the only source of a leaf, and there is no gap"
  ) {
    val relation = UnknownRelation(Seq(AttributeReference("a", IntegerType)()))
    val lineage =
      overridden(relation) { case _: UnknownRelation =>
        NodeOverride(inputs = Vector(Dataset(orders)), additive = true)
      }
    assert(lineage.gaps.isEmpty && lineage.sources.map(_.id) == Vector(orders))
    assert(lineage.sources.head.schema.map(_.name) == Vector("a"))
  }

  test("an attribute can decide which rows are written") {
    val plan = ctas("SELECT a FROM t")
    val gate = NamedExpression.newExprId.id
    val lineage = overridden(plan) {
      case p if p eq plan =>
        val origin = NodeOverride.FromSource(gate, ColumnRef(orders, "open"))
        NodeOverride(columns = Vector(origin), rowAttributes = Vector(gate))
    }
    assert(Rendering.lines(lineage) == Vector(
      "reads t",
      "writes out CREATE",
      "a <- t.a IDENTITY",
      "rows <- orders.open IDENTITY"
    ))
  }

  test("an override of a view leaves the tables of its definition to the view") {
    val session = SessionContext(viewsAsDatasets = true)
    val found =
      lineage(ctas("SELECT a1 FROM v"), around => new Lineage(around(Rules(TestSpark.shim.rules)), session)) {
        case _: View => NodeOverride(inputs = Vector(Dataset(orders)), additive = true)
      }
    assert(found.sources.map(_.id.name.split('/').last).toSet == Set("orders", "default.v"))
  }

  test("an override keeps the expressions of other nodes that the built-in rule reads") {
    val subquery = TestSpark.analyzed("SELECT (SELECT max(x) FROM u) AS m").expressions.head
    def rule(builtIn: LogicalPlan => NodeLineage)(plan: LogicalPlan): NodeLineage = plan match {
      case p: Project =>
        val derive = (context: RuleContext) => { context.node(subquery); context.input }
        NodeLineage(p.children, derive, extraExpressions = Seq(subquery))
      case other => builtIn(other)
    }
    val found = lineage(ctas("SELECT a FROM t"), around => TestSpark.lineage(rules => around(rule(rules)))) {
      case _: Project => NodeOverride(inputs = Vector(Dataset(orders)), additive = true)
    }
    assert(Rendering.lines(found).filterNot(_.contains("out")) ==
      Vector("reads orders", "reads t", "reads u", "a <- t.a IDENTITY"))
  }
}
