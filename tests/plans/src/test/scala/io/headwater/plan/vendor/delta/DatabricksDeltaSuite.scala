package io.headwater.plan.vendor.delta

import com.databricks.sql.transaction.tahoe.commands._
import com.databricks.sql.transaction.tahoe.files._
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.{
  AttributeReference,
  EqualTo,
  Expression,
  GreaterThan,
  Literal
}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.execution.datasources.{FileIndex, HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.types.{MetadataBuilder, StringType}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Delta's classes in the package that they have on Databricks: look-alikes, since no jar of Databricks is at hand. */
class DatabricksDeltaSuite extends AnyFunSuite {

  /** Beside the table `u`: the edges of rows are in the order of names, which are paths. */
  private lazy val path = new Path(files(relation("u")).location.rootPaths.head.getParent, "orders")
  private def newest = new TahoeLogFileIndex(path, Snapshot(4), isTimeTravelQuery = false)
  private lazy val target = table(newest)
  private lazy val source = relation("u")

  private def relation(name: String): LogicalRelation =
    TestSpark.analyzed(s"SELECT * FROM $name").collectFirst { case r: LogicalRelation => r }.get

  private def table(index: FileIndex): LogicalRelation = {
    val read = relation("t")
    read.copy(relation = files(read).copy(location = index)(TestSpark.spark), catalogTable = None)
  }

  private def files(read: LogicalRelation): HadoopFsRelation = read.relation.asInstanceOf[HadoopFsRelation]

  private def lines(plan: LogicalPlan): Vector[String] = Rendering.lines(TestSpark.lineage.of(plan))

  private def column(plan: LogicalPlan, name: String): Expression = plan.output.find(_.name == name).get

  private def condition = Some(GreaterThan(column(target, "b"), Literal(0)))

  private def version(index: FileIndex): Vector[Option[String]] = {
    val read = table(index)
    TestSpark.lineage.of(Project(read.output, read)).sources.map(_.version)
  }

  test("a stored column with the marker of metadata columns is a column") {
    // Spark 3.3 stores the marker with the columns of a USING join, and Delta before 2.4 returns it
    val marker = new MetadataBuilder().putBoolean("__metadata_col", true).build()
    val marked =
      target.copy(output = target.output.map(a => if (a.name == "a") a.withMetadata(marker) else a))
    val lineage = TestSpark.lineage.ofOutput(Project(marked.output, marked))
    assert(lineage.columns.head.dependencies.map(_.source.path) == Vector("a"))
    assert(lineage.sources.map(_.schema.map(_.name)) == Vector(Vector("a", "b", "c", "d")))
  }

  // rows: connector.databricks
  test("DELETE by a command of Databricks") {
    assert(lines(DeleteCommandEdge(target, condition)) == Vector(
      "reads orders",
      "writes orders",
      "a <- orders.a IDENTITY",
      "b <- orders.b IDENTITY",
      "c <- orders.c IDENTITY",
      "d <- orders.d IDENTITY",
      "rows <- orders.b FILTER"
    ))
  }

  // rows: connector.databricks
  test("UPDATE by a command of Databricks") {
    val values = Seq(column(target, "b")) ++ target.output.drop(1)
    assert(lines(UpdateCommandEdge(target, values, condition)) == Vector(
      "reads orders",
      "writes orders",
      "a <- orders.a IDENTITY, orders.b IDENTITY+CONDITIONAL",
      "b <- orders.b IDENTITY",
      "c <- orders.c IDENTITY",
      "d <- orders.d IDENTITY"
    ))
  }

  // rows: connector.databricks
  test("MERGE by a command of Databricks") {
    val joined = EqualTo(column(target, "a"), column(source, "a"))
    val update = EdgeClause("Update", None, Seq(EdgeAction(Seq("b"), column(source, "x"))))
    val merge = MergeIntoCommandEdge(source, target, joined, Seq(update), Nil, Nil, None)
    // Delta before 2.3 has two kinds of clauses
    val old = MergeIntoCommand(source, target, joined, Seq(update), Nil)
    for (command <- Seq(merge, old)) assert(lines(command) == Vector(
      "reads orders",
      "reads u",
      "writes orders",
      "a <- orders.a IDENTITY",
      "b <- orders.b IDENTITY, u.x IDENTITY",
      "c <- orders.c IDENTITY",
      "d <- orders.d IDENTITY",
      "rows <- orders.a JOIN",
      "rows <- u.a JOIN"
    ))
  }

  // rows: connector.databricks
  test("a command without an accessor is a gap, and no output") {
    val found = lines(UpdateCommand(target, condition))
    assert(found.map(_.takeWhile(_ != ':')) == Vector("reads orders", "gap UpdateCommand"))
    assert(found.last.endsWith(".updateExpressions()"))
  }

  test("a batch of a stream of changes reads the table, without the columns of the feed") {
    val rows = table(new CdcAddFileIndex(path))
    val feed = AttributeReference("_change_type", StringType)()
    val read = TestSpark.lineage.ofOutput(rows.copy(output = rows.output :+ feed, isStreaming = true))
    assert(read.sources.map(_.schema.map(_.name)) == Vector(Vector("a", "b", "c", "d")))
    assert(read.columns.map(Rendering.column).takeRight(2) == Vector(
      "d <- orders.d IDENTITY",
      "_change_type <- nothing"
    ))
  }

  // rows: connector.databricks
  test("a read has the version that the file index has, and none if it has none") {
    assert(version(newest) == Vector(Some("4")))
    assert(version(new TahoeLogFileIndex(path, Snapshot(2), isTimeTravelQuery = true)) == Vector(Some("2")))
    assert(version(new TahoeLogFileIndex(path, Snapshot(2), isTimeTravelQuery = false)) == Vector(None))
    assert(version(new PreparedDeltaFileIndex(path)) == Vector(None))
    def old(read: Long) =
      new TahoeLogFileIndex(path, Snapshot(read), isTimeTravelQuery = false, OldDeltaLog(Snapshot(4)))
    assert(version(old(4)) == Vector(Some("4")) && version(old(2)) == Vector(None))
  }

  test("a query that compacts files reads them for OPTIMIZE") {
    def reads(index: FileIndex) = DeltaReads.ofCompaction(Project(Nil, table(index)))
    assert(reads(new TahoeBatchFileIndex(path, "Optimize")))
    assert(!reads(new TahoeBatchFileIndex(path, "delete")) && !reads(newest))
    assert(!DeltaReads.ofCompaction(relation("u")))
    assert(DeltaMaintenance.compacts("Execute OptimizeTableCommand"))
    assert(!DeltaMaintenance.compacts("Execute VacuumTableCommand"))
  }
}
