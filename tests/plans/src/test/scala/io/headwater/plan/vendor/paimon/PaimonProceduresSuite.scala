package io.headwater.plan.vendor.paimon

import org.apache.paimon.spark.SparkCatalog
import org.apache.paimon.spark.catalyst.plans.logical.PaimonCallCommand
import org.apache.paimon.spark.procedure._
import org.apache.spark.sql.catalyst.expressions.Literal
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.{CurrentNamespace, SessionContext}
import io.headwater.plan.{Lineage, Rules, TestSpark}

/** Procedures that the release of Paimon in `tests/lake` does not have, and the names of their tables. */
final class PaimonProceduresSuite extends AnyFunSuite {
  private val pai = Map(
    "spark.sql.catalog.pai" -> classOf[SparkCatalog].getName,
    "spark.sql.catalog.pai.warehouse" -> "s3://lake/wh"
  )

  private def lines(
      procedure: AnyRef,
      table: String,
      conf: Map[String, String] = pai,
      current: CurrentNamespace = CurrentNamespace()
  ): Vector[String] = {
    val session = SessionContext(conf = conf.get, current = () => current)
    val lineage = new Lineage(Rules(TestSpark.shim.rules), session)
      .of(PaimonCallCommand(procedure, Seq(Literal(table))))
    lineage.sinks.map(s => s"${s.dataset.id.name}${s.dataset.lifecycle.fold("")(" " + _.name)}") ++
      lineage.gaps.map(_.reason)
  }

  test("procedures that delete or order rows have the table as their output") {
    val catalog = new SparkCatalog
    assert(lines(new PurgeFilesProcedure(catalog), "db.t") == Vector("wh/db.db/t TRUNCATE"))
    assert(lines(new ExpirePartitionsProcedure(catalog), "db.t") == Vector("wh/db.db/t"))
    assert(lines(new CompactProcedure(catalog), "db.t") == Vector("wh/db.db/t"))
    assert(lines(new CreateTagProcedure(catalog), "db.t") == Vector.empty)
  }

  test("a table without a database is in the current or the default database of the catalog") {
    val compact = new CompactProcedure(new SparkCatalog)
    val lake = pai + ("spark.sql.catalog.pai.defaultDatabase" -> "lake")
    assert(lines(compact, "t") == Vector("wh/default.db/t"))
    assert(lines(compact, "t", lake) == Vector("wh/lake.db/t"))
    assert(lines(compact, "t", lake, CurrentNamespace("a", "pai", Seq("b"))) == Vector("wh/b.db/t"))
    assert(lines(compact, "pai.db.t") == Vector("wh/db.db/t"))
  }
}
