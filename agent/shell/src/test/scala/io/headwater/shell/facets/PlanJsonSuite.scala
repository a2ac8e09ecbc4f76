package io.headwater.shell.facets

import org.apache.spark.sql.catalyst.expressions.{
  And,
  AttributeReference,
  CaseWhen,
  EqualTo,
  Expression,
  In,
  Like,
  Literal
}
import org.apache.spark.sql.catalyst.plans.logical.{Filter, LocalRelation}
import org.apache.spark.sql.types.StringType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

class PlanJsonSuite extends AnyFunSuite {
  private val plans = new PlanJson(Redactor.default)
  private val password = AttributeReference("password", StringType)()
  private val name = AttributeReference("name", StringType)()
  private val relation = LocalRelation(password, name)

  private val secret: Vector[Expression] = Vector(
    EqualTo(password, Literal("Zq1")),
    EqualTo(Literal("Zq1"), password),
    In(password, Seq(Literal("Zq1"), Literal("Zq2"))),
    Like(password, Literal("Zq1%"), '\\'),
    CaseWhen(Seq(EqualTo(password, Literal("Zq1")) -> Literal(true)), Literal(false))
  ).map(And(EqualTo(name, Literal("x")), _))

  test("the literals of a node that names a secret are hidden") {
    for (condition <- secret; plan = Filter(condition, relation)) {
      assert(plans.line(plan, 25) == s"Filter ${Redactor.replacement}")
    }
  }

  test("other nodes keep their literals") {
    val plan = Filter(EqualTo(name, Literal("keep")), LocalRelation(name))
    assert(plans.line(plan, 25).contains("keep"))
    assert(!plans.line(relation, 25).contains(Redactor.replacement))
  }
}
