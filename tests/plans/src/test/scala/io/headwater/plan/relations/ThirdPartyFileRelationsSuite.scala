package io.headwater.plan.relations

import java.net.URI
import java.nio.file.Files

import com.databricks.spark.xml.XmlRelation
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.{CatalogStorageFormat, CatalogTable, CatalogTableType}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2Relation, FileTable}
import org.apache.spark.sql.execution.datasources.{
  FileFormat,
  InsertIntoDataSourceCommand,
  LogicalRelation,
  SaveIntoDataSourceCommand
}
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{SQLContext, SaveMode, SparkSession}
import org.scalatest.funsuite.AnyFunSuite

import dev.mauch.spark.excel.{DefaultSource, ExcelRelation}
import io.headwater.model.{Certainty, DatasetId}
import io.headwater.plan.session.{DefaultFileSystem, SessionContext}
import io.headwater.plan.{Lineage, Rules, TestSpark}

/** Files that a library reads. tests/lake/test_library_files.py has the libraries themselves. */
final class ThirdPartyFileRelationsSuite extends AnyFunSuite {
  private val columns = StructType.fromDDL("id INT, name STRING, _corrupt_record STRING")

  private def lineage: Lineage = TestSpark.lineage

  private def xml(location: Option[String], options: (String, String)*): LogicalPlan =
    LogicalRelation(XmlRelation(location, options.toMap, columns))

  // rows: connector.library-files
  test("a format of a library needs no fields of its own for its paths and options") {
    val folder = Files.createTempDirectory("library")
    Files.write(folder.resolve("a.lib"), "1,x\n".getBytes)
    val table = new ThirdPartyFileTable(TestSpark.spark, s"$folder/a.lib", columns)
    val read = DataSourceV2Relation.create(table, None, None, CaseInsensitiveStringMap.empty)
    assert(lineage.of(read).sources.map(_.id.name) == Vector(s"$folder/a.lib"))
    assert(lineage.of(read).gaps.isEmpty)
  }

  test("the path of a read by spark-xml is a dataset; of a list, a file counts as its folder") {
    def names(location: String) = lineage.of(xml(Some(location))).sources.map(_.id.name)
    assert(names("/in/orders.xml") == Vector("/in/orders.xml"))
    assert(names("/in/orders") == Vector("/in/orders"))
    assert(names("/in/a.xml,/in/b.xml") == Vector("/in"))
    assert(names("/in/2024-*/*.xml") == Vector("/in"))
    assert(names("/in/a,/other") == Vector("/in/a", "/other"))
    val local = SessionContext(defaultFileSystem = Some(DefaultFileSystem.local))
    val relative = new Lineage(Rules(TestSpark.shim.rules), local).of(xml(Some("in/a")))
    assert(relative.sources.map(_.id.name) == Vector(s"${System.getProperty("user.dir")}/in/a"))
  }

  test("the text of a record that spark-xml cannot parse is no column of the file") {
    val found = lineage.ofOutput(xml(Some("/in/a"), "mode" -> "PERMISSIVE"))
    assert(found.sources.map(_.schema.map(_.name)) == Vector(Vector("id", "name")))
    assert(found.columns.map(_.certainty) == Vector(Certainty.Exact, Certainty.Exact, Certainty.Opaque))
    val named = lineage.ofOutput(xml(Some("/in/a"), "columnNameOfCorruptRecord" -> "bad"))
    assert(named.sources.map(_.schema.size) == Vector(3))
  }

  test(
    "a table of the session catalog is a dataset, whatever class reads it; other relations of that class are unknown"
  ) {
    val table = CatalogTable(
      TableIdentifier("library_t", Some("default")),
      CatalogTableType.EXTERNAL,
      CatalogStorageFormat.empty.copy(locationUri = Some(new URI("file:/in/t"))),
      columns,
      provider = Some("org.example.library")
    )
    def relation(in: Option[CatalogTable]) =
      LogicalRelation(new ThirdPartyRelation(columns)).copy(catalogTable = in)
    val read = lineage.ofOutput(relation(Some(table)))
    assert(read.sources.map(_.id) == Vector(DatasetId("file", "/in/t")))
    assert(read.columns.map(_.certainty).distinct == Vector(Certainty.Exact))
    val rows = TestSpark.spark.range(1).selectExpr("id", "'n' AS name", "'' AS x").queryExecution.analyzed
    val insert = lineage.of(InsertIntoDataSourceCommand(relation(Some(table)), rows, overwrite = false))
    assert(insert.sinks.map(_.dataset.id) == Vector(DatasetId("file", "/in/t")))
    assert(insert.gaps.isEmpty)
    assert(lineage.ofOutput(relation(None)).columns.map(_.certainty).distinct == Vector(Certainty.Unknown))
    val hidden = lineage.of(InsertIntoDataSourceCommand(relation(None), rows, overwrite = false))
    assert(hidden.sinks.isEmpty)
    assert(hidden.gaps.nonEmpty)
  }

  test("an insert into a view of a path of spark-xml writes that path") {
    val rows = TestSpark.spark.range(1).selectExpr("id", "'n' AS name", "'' AS x").queryExecution.analyzed
    val relation = LogicalRelation(XmlRelation(Some("/out/a"), Map.empty, columns))
    val insert = lineage.of(InsertIntoDataSourceCommand(relation, rows, overwrite = true))
    assert(insert.sinks.map(_.dataset.id) == Vector(DatasetId("file", "/out/a")))
    assert(insert.sinks.map(_.dataset.schema.map(_.name)) == Vector(Vector("id", "name", "_corrupt_record")))
    assert(insert.gaps.isEmpty)
  }

  test("the workbook of a read or a write by spark-excel is a dataset, also in its second package") {
    val read = lineage.ofOutput(LogicalRelation(new ExcelRelation("/in/a.xlsx", columns)))
    assert(read.sources.map(_.id) == Vector(DatasetId("file", "/in/a.xlsx")))
    assert(read.gaps.isEmpty)
    val rows = TestSpark.analyzed("SELECT a FROM t")
    val path = Map("path" -> "/out/a.xlsx")
    val save = SaveIntoDataSourceCommand(rows, new DefaultSource, path, SaveMode.Overwrite)
    assert(lineage.of(save).sinks.map(_.dataset.id) == Vector(DatasetId("file", "/out/a.xlsx")))
    assert(lineage.of(save).gaps.isEmpty)
  }

  test("spark-xml over an RDD is unknown") {
    val found = lineage.ofOutput(xml(None))
    assert(found.columns.map(_.certainty).distinct == Vector(Certainty.Unknown))
    assert(found.gaps.nonEmpty)
  }
}

/** A relation of a class that the agent does not know. */
private final class ThirdPartyRelation(val schema: StructType) extends BaseRelation {
  override def sqlContext: SQLContext = throw new UnsupportedOperationException
}

/** A table of files whose class has no field with the paths or the options. */
private final class ThirdPartyFileTable(spark: SparkSession, file: String, columns: StructType)
    extends FileTable(spark, CaseInsensitiveStringMap.empty, Seq(file), Some(columns)) {
  override def name: String = "library"
  override def formatName: String = "LIBRARY"
  override def inferSchema(files: Seq[FileStatus]): Option[StructType] = None
  override def fallbackFileFormat: Class[_ <: FileFormat] = classOf[CSVFileFormat]
  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder =
    throw new UnsupportedOperationException
  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = throw new UnsupportedOperationException
}
