package io.headwater.plan.variables

import org.apache.spark.SPARK_VERSION
import org.scalatest.funsuite.AnyFunSuite

/** Plans with earlier values of SQL variables, and values whose statement has not been seen to its end. */
final class EarlierValuesSuite extends AnyFunSuite {
  private val declare = "DECLARE OR REPLACE VARIABLE newest INT DEFAULT 0"
  private val drop = "DROP TEMPORARY VARIABLE newest"
  private val fromT = "SET VARIABLE newest = (SELECT max(b) FROM t)"
  private val fromU = "SET VARIABLE newest = (SELECT max(x) FROM u)"
  private val query = "SELECT newest AS n"
  private val ofT = Seq("reads t", "n <- t.b AGGREGATION")
  private val ofU = Seq("reads u", "n <- u.x AGGREGATION")
  private val ofEither = Seq("reads t", "reads u", "n <-opaque- t.b AGGREGATION, u.x AGGREGATION")
  private val ofNothing = Seq("n <- nothing")
  private val unknown = Seq("n <-unknown- nothing", "gap Project: what set the variable newest is not known")

  if (SPARK_VERSION.split('.').head.toInt >= 4) {
    test("a plan has the value of its time, however many values came later") {
      val session = new VariableSession
      session(declare)
      val plans = (1 to 20).map { i =>
        session(if (i % 2 == 0) fromT else fromU)
        VariableSession.plan(query)
      }
      assert(plans.map(session.read(_)) == (1 to 20).map(i => if (i % 2 == 0) ofT else ofU))
    }

    test("a value that a plan has shown is kept when the variable is declared again") {
      Seq(Seq(declare), Seq(drop, declare)).foreach { again =>
        val session = new VariableSession
        session(declare, fromT)
        val before = VariableSession.plan(query)
        assert(session.read(query) == ofT)
        session(again: _*)
        assert(session.read(query) == ofNothing)
        session(fromU)
        assert(session.read(query) == ofU)
        assert(session.read(before) == ofT)
      }
    }

    test("if no plan has shown a value before the next declaration, a plan may have either") {
      Seq(Seq(declare), Seq(drop, declare)).foreach { again =>
        val session = new VariableSession
        session(declare, fromT)
        val before = VariableSession.plan(query)
        session(again :+ fromU: _*)
        assert(session.read(before) == ofEither)
        assert(session.read(query) == ofEither)
      }
    }

    test("a plan of a variable that was dropped has its value") {
      val session = new VariableSession
      session(declare, fromT)
      val before = VariableSession.plan(query)
      session(drop)
      assert(session.read(before) == ofT)
    }

    test("until a SET has ended its value is unknown; the value before it is known") {
      val session = new VariableSession
      session(declare, fromT)
      val before = VariableSession.plan(query)
      val set = session.started(fromU)
      assert(session.read(query) == unknown)
      assert(session.read("SELECT * FROM VALUES (newest) AS w(n)") ==
        Seq("n <-unknown- nothing", "gap LocalRelation: what set a variable in VALUES is not known"))
      assert(session.read(before) == ofT)
      set.ended(succeeded = true)
      assert(session.read(query) == ofU)
      assert(session.read(before) == ofT)
    }

    test("until a DECLARE has ended its value is unknown") {
      val session = new VariableSession
      session(declare, fromT)
      assert(session.read(query) == ofT)
      val declared = session.started(declare)
      assert(session.read(query) == unknown)
      declared.ended(succeeded = true)
      assert(session.read(query) == ofNothing)
    }
  }
}
