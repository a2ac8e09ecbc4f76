package io.headwater.plan.walk

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Range, Union}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.Rules
import io.headwater.plan.session.SessionContext

final class WalkSuite extends AnyFunSuite {
  test("the rules are asked once for a node that is shared by reference") {
    val visited = mutable.ArrayBuffer.empty[LogicalPlan]
    val rules = Rules(Nil)
    val shared = Range(0, 1, 1, None)
    new Walk(plan => { visited += plan; rules(plan) }, SessionContext())(Union(Seq(shared, shared, shared)))
    assert(visited.count(_ eq shared) == 1)
  }
}
