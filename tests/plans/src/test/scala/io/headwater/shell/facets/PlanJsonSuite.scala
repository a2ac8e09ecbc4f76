package io.headwater.shell.facets

import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan, Union}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

final class PlanJsonSuite extends AnyFunSuite {
  test("a plan that shares its parts is searched for secrets in as many steps as it has nodes") {
    val shared = (1 to 64).foldLeft[LogicalPlan](LocalRelation())((plan, _) => Union(Seq(plan, plan)))
    assert(!new PlanJson(Redactor.default).usesSecret(shared))
  }
}
