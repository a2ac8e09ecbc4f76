package io.headwater.plan.variables

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation
import org.apache.spark.sql.types.IntegerType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage, Dataset, DatasetId}
import io.headwater.plan.session.{CachedLineage, ScriptResults, SessionContext}
import io.headwater.plan.{Lineage, Rules, TestSpark}

final class ScriptQuerySuite extends AnyFunSuite {

  /** The sources, the certainty and the gaps of rows with one column. */
  private def rows(
      name: String,
      session: SessionContext
  ): (Vector[String], Vector[Certainty], Vector[String]) = {
    val relation = LocalRelation.fromExternalRows(Seq(AttributeReference(name, IntegerType)()), Seq(Row(1)))
    val found = new Lineage(Rules(TestSpark.shim.rules), session).ofOutput(relation)
    (found.sources.map(_.id.name), found.columns.map(_.certainty), found.gaps.map(_.reason))
  }

  private def add(results: ScriptResults, name: String, table: String): Unit = results.add(
    Vector(name -> "int"),
    CachedLineage(
      Vector(Dataset(DatasetId("file", table))),
      Vector(ColumnLineage(name, Vector.empty)),
      Vector.empty
    )
  )

  test("rows that may be the result of a script whose query is no longer kept are unknown, with a gap") {
    val session = SessionContext()
    add(session.variables.scriptResults, "a", "/t")
    assert(rows("a", session) == ((Vector("/t"), Vector(Certainty.Opaque), Vector.empty)))
    (1 to 100).foreach(i => add(session.variables.scriptResults, s"c$i", "/u"))
    assert(rows("a", session) == ((
      Vector.empty,
      Vector(Certainty.Unknown),
      Vector("the rows may be the result of a script whose query is no longer known")
    )))
    add(session.variables.scriptResults, "a", "/v")
    assert(rows("a", session) == ((
      Vector("/v"),
      Vector(Certainty.Opaque),
      Vector("the rows may be the result of a script whose query is no longer known")
    )))
    assert(rows("c2", session)._1 == Vector("/u"))
    assert(rows("b", session)._3.isEmpty)
  }
}
