package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Range, UnaryNode}
import org.apache.spark.sql.types.LongType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, Gap}
import io.headwater.plan.session.CachedLineage
import io.headwater.plan.{Rendering, TestSpark}

/** A node of an extension, which its own rule of the optimizer makes a filter. */
final case class KeepIf(condition: Expression, child: LogicalPlan) extends UnaryNode {
  def output: Seq[Attribute] = child.output
  protected def withNewChildInternal(newChild: LogicalPlan): KeepIf = copy(child = newChild)
}

/** A node of an extension that adds a column. */
final case class Extended(added: Attribute, value: Expression, child: LogicalPlan) extends UnaryNode {
  def output: Seq[Attribute] = child.output :+ added
  protected def withNewChildInternal(newChild: LogicalPlan): Extended = copy(child = newChild)
}

/** Plan nodes of classes that no rule names. */
final class UnknownNodeSuite extends AnyFunSuite {
  private def table(query: String = "SELECT a, b FROM t"): LogicalPlan = TestSpark.analyzed(query)

  private def of(plan: LogicalPlan): CachedLineage = TestSpark.lineage.ofOutput(plan)

  private def rows(lineage: CachedLineage): Vector[String] = lineage.rows.map(Rendering.source)

  private def gap(node: Class[_]): Vector[Gap] =
    Vector(Gap(node.getName, "columns", "this plan node is not known"))

  test("its expressions decide on the rows, and the columns that it passes on keep their lineage") {
    val child = table()
    val lineage = of(KeepIf(GreaterThan(child.output(1), Literal(1)), child))
    assert(rows(lineage) == Vector("t.b FILTER"))
    assert(lineage.columns.map(Rendering.column) == Vector("a <- t.a IDENTITY", "b <- t.b IDENTITY"))
    assert(lineage.gaps == gap(classOf[KeepIf]))
  }

  test("a subquery in its expressions decides on the rows, too") {
    val child = table()
    val newest = ScalarSubquery(table("SELECT max(x) FROM u"))
    val lineage = of(KeepIf(GreaterThan(child.output(0), newest), child))
    assert(rows(lineage).toSet == Set("t.a FILTER", "u.x FILTER"))
  }

  test("a new column is unknown; that it is new is no further gap") {
    val child = table()
    val added = AttributeReference("n", LongType)()
    val lineage = of(Extended(added, Add(child.output(0), Literal(1)), child))
    assert(lineage.columns.map(_.certainty) == Vector(Certainty.Exact, Certainty.Exact, Certainty.Unknown))
    assert(rows(lineage) == Vector("t.a FILTER"))
    assert(lineage.gaps == gap(classOf[Extended]))
  }

  test("an expression with columns of the node counts by the columns of its input") {
    val child = table()
    val added = AttributeReference("n", LongType)()
    val value = Add(Cast(child.output(1), LongType), added)
    val lineage = of(Extended(added, value, child))
    assert(rows(lineage) == Vector("t.b FILTER"))
    assert(lineage.gaps == gap(classOf[Extended]))
  }

  test("without expressions on columns it decides on no rows") {
    assert(rows(of(KeepIf(Literal(true), Range(0, 1, 1, None)))).isEmpty)
  }
}
