package io.headwater.shell.facets

import org.apache.spark.sql.catalyst.expressions.{Alias, AttributeReference, ScalarSubquery}
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan, Project, Union}
import org.apache.spark.sql.types.IntegerType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor
import io.headwater.shell.json.Json

class LogicalPlanFacetSuite extends AnyFunSuite {
  private val facet = new LogicalPlanFacet(Redactor.default)

  private def plan(nodes: Int): LogicalPlan = Union(Seq.fill(nodes - 1)(LocalRelation()))

  /** How many nodes the facet has, and how many it says that it omits. */
  private def counts(plan: LogicalPlan): (Int, Int) = {
    val json = facet.json(plan, hidesLiterals = false).get
    (Json.items(json.get("plan")).size, json.path("nodesOmitted").asInt(0))
  }

  test("a plan within the bound is complete") {
    assert(counts(plan(PlanJson.maxNodes)) == (PlanJson.maxNodes -> 0))
  }

  test("a larger plan is left out, and all its nodes are counted") {
    assert(counts(plan(2500)) == (0 -> 2500))
  }

  test("a plan with very many columns is left out, too") {
    val columns = Seq.tabulate(1000)(n => AttributeReference(s"c$n", IntegerType)())
    assert(counts(Union(Seq.fill(100)(LocalRelation(columns)))) == (0 -> 101))
    val query =
      Project(Seq(Alias(ScalarSubquery(Union(Seq.fill(30)(LocalRelation(columns)))), "s")()), plan(1))
    assert(counts(query) == (0 -> 2))
    assert(counts(LocalRelation(columns)) == (1 -> 0))
  }

  test("the count of a plan that has the same nodes very often ends") {
    val doubled = Iterator.iterate(plan(2))(p => Union(Seq(p, p))).drop(30).next()
    assert(counts(doubled) == (0 -> PlanJson.maxCount))
  }
}
