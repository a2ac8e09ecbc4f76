package io.headwater.plan.walk

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference}
import org.apache.spark.sql.catalyst.plans.logical.{LeafNode, LogicalPlan, Range, Union}
import org.apache.spark.sql.types.LongType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.Rules
import io.headwater.plan.session.SessionContext

final class WalkSuite extends AnyFunSuite {
  test("the rules are called once for a node that is shared by reference") {
    val visited = mutable.ArrayBuffer.empty[LogicalPlan]
    val rules = Rules(Nil)
    val shared = Range(0, 1, 1, None)
    new Walk(plan => { visited += plan; rules(plan) }, SessionContext())(Union(Seq(shared, shared, shared)))
    assert(visited.count(_ eq shared) == 1)
  }

  test("the message of a rule that fails is cut: it may print a whole plan") {
    val (findings, _) =
      new Walk(_ => throw new IllegalStateException("x" * 100000), SessionContext())(Range(0, 1, 1, None))
    assert(findings.gaps.exists(_.reason.startsWith("java.lang.IllegalStateException: xxx")))
    assert(findings.gaps.forall(_.reason.length < 1100))
  }

  /** A leaf that counts how often its output is asked for. */
  private final class OutputCountingRelation(attributes: Seq[Attribute]) extends LeafNode {
    var outputs = 0
    def output: Seq[Attribute] = {
      outputs += 1
      attributes
    }
    def canEqual(other: Any): Boolean = true
    def productArity: Int = 0
    def productElement(n: Int): Any = n
  }

  test("a set operation asks for the output of a side once, and not for each column") {
    val counts = Seq(10, 200).map { columns =>
      def attributes = (1 to columns).map(i => AttributeReference(s"c$i", LongType)())
      val sides = Seq.fill(3)(new OutputCountingRelation(attributes))
      val union = Union(sides)
      union.output
      val before = sides.map(_.outputs)
      new Walk(Rules(Nil), SessionContext())(union)
      sides.map(_.outputs).zip(before).map { case (after, first) => after - first }.max
    }
    assert(counts(0) == counts(1))
  }
}
