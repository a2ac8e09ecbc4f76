package io.headwater.plan

import java.net.URI
import java.nio.file.{Files, Path, Paths}

import org.apache.commons.io.FileUtils
import org.apache.hadoop.security.UserGroupInformation
import org.apache.hudi.DefaultSource
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.execution.streaming.FileStreamSink
import org.apache.spark.sql.execution.streaming.sources.WriteToMicroBatchDataSourceV1
import org.apache.spark.sql.streaming.OutputMode
import org.apache.spark.sql.types.{MetadataBuilder, StructType}
import org.apache.spark.sql.{DataFrame, DataFrameReader, SaveMode}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.session.{DefaultFileSystem, SessionContext}

/** The datasets of reads of files, on the file indexes of each Spark version. */
final class FileLocationsSuite extends AnyFunSuite {
  private lazy val spark = TestSpark.spark
  private lazy val landing: Path = {
    val folder = Files.createTempDirectory("landing")
    Seq("customers.csv", "orders.csv").foreach(name => Files.write(folder.resolve(name), "1,x\n".getBytes))
    val many = Files.createDirectory(folder.resolve("many"))
    (0 to 32).foreach(n => Files.write(many.resolve(s"$n.csv"), "1,x\n".getBytes))
    spark.range(1).coalesce(1).write.parquet(s"$folder/day=1")
    folder
  }
  private lazy val many = (0 to 32).map(n => s"$landing/many/$n.csv")

  private def read: DataFrameReader = spark.read.schema("a STRING, b STRING")

  /** The names below the folder of the test. */
  private def names(frame: DataFrame): Vector[String] =
    TestSpark.lineage.of(frame.queryExecution.analyzed).sources.map { d =>
      d.id.name.stripPrefix(landing.toString).stripPrefix("/")
    }

  // rows: connector.named-files
  test("a file that a read names is a dataset with its own schema") {
    val customers = spark.read.schema("id INT, name STRING").csv(s"$landing/customers.csv")
    val orders = spark.read.schema("id INT, customer INT").csv(s"$landing/orders.csv")
    val joined = orders.join(customers, orders("customer") === customers("id"))
    val sources = TestSpark.lineage.of(joined.queryExecution.analyzed).sources
    assert(sources.map(_.schema.map(_.name)) == Vector(Vector("id", "customer"), Vector("id", "name")))
    assert(names(joined) == Vector("orders.csv", "customers.csv"))
    assert(names(spark.sql(s"SELECT * FROM csv.`$landing/orders.csv`")) == Vector("orders.csv"))
    assert(names(spark.read.format("binaryFile").load(s"$landing/orders.csv")) == Vector("orders.csv"))
  }

  test("a folder, a glob and a list of files are folders") {
    assert(names(read.csv(landing.resolve("many").toString)) == Vector("many"))
    assert(names(read.csv(s"$landing/*.csv")) == Vector(""))
    assert(names(read.csv(s"$landing/customers.csv", s"$landing/orders.csv")) == Vector(""))
    assert(names(read.csv(many :+ s"$landing/orders.csv": _*)) == Vector("many", ""))
    assert(names(read.csv(s"$landing/orders.csv", s"$landing/many")) == Vector("", "many"))
    assert(names(read.csv(s"$landing/orders.csv", s"$landing/orders.csv")) == Vector("orders.csv"))
  }

  test("columns of a list of files come from the folder") {
    val both = read.csv(s"$landing/customers.csv", s"$landing/orders.csv").selectExpr("a AS x")
    val lineage = TestSpark.lineage.ofOutput(both.queryExecution.analyzed)
    val ids = lineage.sources.map(_.id)
    assert(ids.map(_.name) == Vector(landing.toString))
    assert(lineage.columns.flatMap(_.dependencies.map(_.source.dataset)) == ids)
  }

  test("a file that a glob matches and Spark passes over is no dataset") {
    val marked = Files.createDirectory(landing.resolve("marked"))
    Seq("_SUCCESS", "part-0.csv").foreach(name => Files.write(marked.resolve(name), "1,x\n".getBytes))
    Files.write(Files.createDirectory(marked.resolve("_archive")).resolve("part-1.csv"), "2,y\n".getBytes)
    assert(names(read.csv(s"$marked/*")).sorted == Vector("marked", "marked/_archive"))
  }

  test("a stored column with the marker of metadata columns is a column") {
    // Spark 3.3 and 3.4 store the marker with the columns of a USING join
    val marked = new MetadataBuilder().putBoolean("__metadata_col", true).build()
    val stored = spark.read.schema(new StructType().add("id", "int", nullable = true, marked))
      .csv(s"$landing/orders.csv").selectExpr("id + 1 AS x")
    val lineage = TestSpark.lineage.ofOutput(stored.queryExecution.analyzed)
    assert(lineage.columns.map(_.dependencies.map(_.source.path)) == Vector(Vector("id")))
    assert(lineage.sources.map(_.schema.map(_.name)) == Vector(Vector("id")))
  }

  /** With a default file system that is not local. */
  private def onHdfs: Lineage = new Lineage(
    Rules(TestSpark.shim.rules),
    SessionContext(defaultFileSystem = Some(DefaultFileSystem(new URI("hdfs://nn:8020"))))
  )

  private lazy val home = s"/user/${UserGroupInformation.getCurrentUser.getShortUserName}"

  test("a path without a scheme in a statement is in the default file system") {
    val lineage = onHdfs
    for (
      statement <- Seq(
        "INSERT OVERWRITE DIRECTORY '/out' USING csv SELECT a FROM t",
        "ALTER TABLE t SET LOCATION '/out'",
        "CREATE TABLE alike LIKE t LOCATION '/out'"
      )
    ) {
      val sinks = lineage.of(TestSpark.analyzed(statement)).sinks
      assert(sinks.map(_.dataset.id) == Vector(DatasetId("hdfs://nn:8020", "/out")), statement)
    }
  }

  test("a relative path in another file system is in the home folder of the user") {
    val directory = "INSERT OVERWRITE DIRECTORY 'out/a' USING csv SELECT a FROM t"
    val sinks = onHdfs.of(TestSpark.analyzed(directory)).sinks
    assert(sinks.map(_.dataset.id) == Vector(DatasetId("hdfs://nn:8020", s"$home/out/a")))
    val load = onHdfs.of(TestSpark.analyzed("LOAD DATA INPATH 'in' INTO TABLE t"))
    val ofSystem = s"/user/${System.getProperty("user.name")}"
    assert(load.sources.map(_.id) == Vector(DatasetId("hdfs://nn:8020", s"$ofSystem/in")))
  }

  test("the paths of a stream's source and sink are in the default file system") {
    val folder = Files.createTempDirectory(Paths.get("").toAbsolutePath, "stream")
    val name = folder.getFileName.toString
    try {
      val frame = spark.readStream.schema("a STRING").csv(name)
      assert(onHdfs.of(frame.queryExecution.analyzed).sources.map(_.id) == Vector(
        DatasetId("hdfs://nn:8020", s"$home/$name")
      ))
      val sink = classOf[FileStreamSink].getConstructors.head
        .newInstance(spark, folder.toString, new CSVFileFormat, Nil, Map.empty)
      val rows = spark.range(1).queryExecution.analyzed
      val write = WriteToMicroBatchDataSourceV1(
        None,
        sink.asInstanceOf[FileStreamSink],
        rows,
        "query",
        Map.empty,
        OutputMode.Append
      )
      assert(onHdfs.of(write).sinks.map(_.dataset.id) == Vector(
        DatasetId("hdfs://nn:8020", folder.toString)
      ))
    } finally FileUtils.deleteDirectory(folder.toFile)
  }

  test("a Hudi table that a path names is in the default file system") {
    def sink(path: String) = {
      val rows = spark.range(1).queryExecution.analyzed
      val write = SaveIntoDataSourceCommand(rows, new DefaultSource, Map("path" -> path), SaveMode.Append)
      onHdfs.of(write).sinks.map(_.dataset.id)
    }
    assert(sink("/lake/t") == Vector(DatasetId("hdfs://nn:8020", "/lake/t")))
    assert(sink("lake/t") == Vector(DatasetId("hdfs://nn:8020", s"$home/lake/t")))
    assert(sink("hdfs:///lake/t") == Vector(DatasetId("hdfs://nn:8020", "/lake/t")))
    assert(sink("hdfs://other/lake/t") == Vector(DatasetId("hdfs://other", "/lake/t")))
    assert(sink("file:/lake/t") == Vector(DatasetId("file", "/lake/t")))
  }

  test("a new table with a relative location has the location that Spark gives it") {
    val create = "CREATE TABLE beside (a INT) USING parquet LOCATION 'other/beside'"
    val move = "ALTER TABLE beside SET LOCATION 'moved/beside'"
    val lineage = TestSpark.lineage
    def written(sql: String) = lineage.of(TestSpark.analyzed(sql)).sinks.map(_.dataset.id)
    def read = TestSpark.of("SELECT a FROM beside").sources.map(_.id)
    val made = written(create)
    spark.sql(create)
    try {
      assert(made == read)
      lineage.of(TestSpark.analyzed("SELECT a FROM beside"))
      val moved = written(move)
      spark.sql(move)
      assert(moved == read)
    } finally spark.sql("DROP TABLE beside")
  }

  test("LOAD DATA reads the folder above a glob, and a relative local path from the working directory") {
    def source(path: String): Vector[String] =
      TestSpark.of(s"LOAD DATA LOCAL INPATH '$path' INTO TABLE t").sources.map(_.id.name)
    assert(source(s"$landing/many/*.csv") == Vector(s"$landing/many"))
    assert(source(s"$landing/orders.csv") == Vector(s"$landing/orders.csv"))
    assert(source("landing/orders.csv") == Vector(s"${System.getProperty("user.dir")}/landing/orders.csv"))
  }

  test("a file of a partition is named whole") {
    val part = Files.list(landing.resolve("day=1")).filter(_.toString.endsWith(".parquet")).findFirst.get
    val name = s"day=1/${part.getFileName}"
    assert(names(spark.read.parquet(part.toString)) == Vector(name))
    assert(names(spark.read.option("basePath", landing.toString).parquet(part.toString)) == Vector(name))
    assert(names(spark.read.option(
      "basePath",
      landing.toString
    ).parquet(s"$landing/day=1")) == Vector("day=1"))
  }

  test("sources of the second interface follow the same rules") {
    val key = "spark.sql.sources.useV1SourceList"
    val before = spark.conf.get(key)
    spark.conf.set(key, "")
    try {
      assert(names(read.csv(s"$landing/orders.csv")) == Vector("orders.csv"))
      assert(names(read.csv(s"$landing/*.csv")) == Vector(""))
      assert(names(read.csv(many.take(2): _*)) == Vector("many"))
      assert(names(read.csv(s"$landing/many")) == Vector("many"))
    } finally spark.conf.set(key, before)
  }

  // rows: rdd.files
  test("a file that an RDD names counts as its folder") {
    assert(names(text("many/0.csv", listed = true)) == Vector("many"))
    assert(names(text("orders.csv,customers.csv", listed = true)) == Vector(""))
    assert(names(text("c*.csv", listed = true)) == Vector(""))
    assert(names(text("many", listed = true)) == Vector("many"))
    assert(names(text("many,orders.csv", listed = true)) == Vector("many", ""))
    val whole = spark.sparkContext.wholeTextFiles(s"$landing/orders.csv")
    whole.partitions
    assert(names(frame(whole.values)) == Vector(""))
  }

  test("a folder that an RDD names keeps its name, whatever it is") {
    spark.range(1).selectExpr("'a'").coalesce(1).write.text(s"$landing/made.txt")
    assert(names(text("made.txt", listed = true)) == Vector("made.txt"))
    assert(names(text("made.txt,many/0.csv", listed = true)) == Vector("made.txt", "many"))
  }

  test("the names decide about the paths of an RDD if Spark has not listed its files") {
    assert(names(text("many/0.txt")) == Vector("many"))
    assert(names(text("many/part-00000")) == Vector("many"))
    assert(names(text("many,many/0.csv")) == Vector("many"))
    assert(names(text("many,parts/day=1.5")) == Vector("many", "parts/day=1.5"))
    assert(names(text("made.csv")) == Vector("made.csv"))
    assert(names(text("c*.csv")) == Vector(""))
  }

  /** The lines of files.
    *
    * @param listed
    *   whether Spark has listed the files, as for a job
    */
  private def text(paths: String, listed: Boolean = false): DataFrame = {
    val lines = spark.sparkContext.textFile(paths.split(',').map(p => s"$landing/$p").mkString(","))
    if (listed) lines.partitions
    frame(lines)
  }

  private def frame(lines: RDD[String]): DataFrame = {
    import spark.implicits._
    lines.map(_.length).toDF("n")
  }
}
