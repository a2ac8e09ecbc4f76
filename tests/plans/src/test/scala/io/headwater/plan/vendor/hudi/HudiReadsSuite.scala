package io.headwater.plan.vendor.hudi

import org.apache.hadoop.fs.Path
import org.apache.hudi.cdc.{CDCRelation, HoodieCDCFileIndex}
import org.apache.hudi.{EmptyRelation, HoodieTableMetaClient, IncrementalRelationV2, TimelineRelation}
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Reads of Hudi tables whose columns are not those of the table, and relations of Hudi's own. */
final class HudiReadsSuite extends AnyFunSuite {
  private val table = new HoodieTableMetaClient("file:/lake/h")
  private val columns = StructType.fromDDL("id INT, amount DOUBLE")

  /** The columns of a read, the columns of its sources, and the number of gaps. */
  private def read(
      relation: BaseRelation,
      in: Option[CatalogTable] = None
  ): (Vector[String], Vector[(String, Vector[String])], Int) = {
    val found = TestSpark.lineage.ofOutput(LogicalRelation(relation).copy(catalogTable = in))
    (
      found.columns.map(Rendering.column),
      found.sources.map(s => s.id.name -> s.schema.map(_.name)),
      found.gaps.size
    )
  }

  private def changesByIndex: HadoopFsRelation = {
    val files = TestSpark.analyzed("SELECT * FROM t").collectFirst { case r: LogicalRelation => r.relation }
    val feed = StructType.fromDDL("op STRING, ts_ms STRING, before STRING, after STRING")
    files.get.asInstanceOf[HadoopFsRelation]
      .copy(location = new HoodieCDCFileIndex(new Path("file:/lake/h")), dataSchema = feed)(TestSpark.spark)
  }

  test("the texts of a change depend on all columns of the table, and what tells of the commit on none") {
    val (changes, sources, gaps) = read(new CDCRelation(table, columns))
    val texts = "h.amount TRANSFORMATION, h.id TRANSFORMATION"
    assert(changes == Vector(
      "op <- nothing",
      "ts_ms <- nothing",
      s"before <-opaque- $texts",
      s"after <-opaque- $texts"
    ))
    assert(sources == Vector("/lake/h" -> Vector("id", "amount")))
    assert(gaps == 0)
  }

  test("a table of the catalog has its own columns in a read of its changes") {
    val entry = TestSpark.analyzed("SELECT * FROM t").collectFirst { case r: LogicalRelation =>
      r.catalogTable
    }
    val (changes, sources, gaps) = read(changesByIndex, entry.flatten)
    assert(changes.take(2) == Vector("op <- nothing", "ts_ms <- nothing"))
    assert(changes.drop(2).forall(_.contains("t.a TRANSFORMATION")))
    assert(sources.map(_._2.filterNot(_.startsWith("_hoodie_"))) == Vector(Vector("a", "b", "c", "d")))
    assert(gaps == 0)
  }

  test("the columns of a table that is known by its path are not known in a read of its changes") {
    val (changes, sources, gaps) = read(changesByIndex)
    assert(changes ==
      Vector("op <- nothing", "ts_ms <- nothing", "before <-unknown- nothing", "after <-unknown- nothing"))
    assert(sources == Vector("/lake/h" -> Vector.empty))
    assert(gaps == 1)
  }

  test("what Hudi keeps of a table is no column of it") {
    assert(read(new TimelineRelation(table)) ==
      ((Vector("timestamp <- nothing", "action <- nothing"), Vector("/lake/h" -> Vector.empty), 0)))
  }

  test(
    "a relation of Hudi has the path of its table, whatever class its path has; that of no commits has none"
  ) {
    val (increment, sources, _) = read(new IncrementalRelationV2(table))
    assert(increment.last == "id <- h.id IDENTITY")
    assert(sources.map(_._1) == Vector("/lake/h"))
    val (empty, none, gaps) = read(new EmptyRelation(columns))
    assert(empty == Vector("id <-unknown- nothing", "amount <-unknown- nothing"))
    assert(none.isEmpty && gaps == 1)
  }
}
