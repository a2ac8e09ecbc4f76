package io.headwater.plan

import java.net.{URL, URLClassLoader}
import java.nio.file.Paths

import scala.sys.process._

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.types.StructType

import io.headwater.model.DatasetId

/** Releases of real connectors, in a class loader of their own. */
private[plan] object TestConnectors {
  lazy val spark = TestSpark.spark

  private val names = Seq(
    "bigquery-spark",
    "cassandra-spark",
    "cassandra-spark-driver",
    "cassandra-driver",
    "cassandra-config",
    "cassandra-guava",
    "cosmos-spark",
    "elasticsearch-spark",
    "mongo-spark",
    "mongo-driver",
    "mongo-driver-core",
    "mongo-bson",
    "neo4j-spark",
    "pulsar-spark"
  )
  val schema: StructType = new StructType().add("id", "long")

  lazy val loader: ClassLoader = new URLClassLoader(jars(names: _*), getClass.getClassLoader)

  def jars(names: String*): Array[URL] =
    ("scripts/fetch-jar" +: names).!!.split('\n').map(Paths.get(_).toUri.toURL)

  def loaded(name: String): Class[_] = Class.forName(name, true, loader)

  /** Spark looks for data sources in the context class loader of the thread. */
  def inside[A](body: => A): A = {
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(loader)
    try body
    finally thread.setContextClassLoader(before)
  }

  def reading(format: String, options: (String, String)*): DataFrame =
    inside(spark.read.format(format).schema(schema).options(options.toMap).load())

  def sources(frame: DataFrame, conf: (String, String)*): Vector[DatasetId] = {
    val lineage = TestSpark.lineage(identity, conf.toMap).of(frame.queryExecution.analyzed)
    assert(!lineage.toString.contains("PW1"))
    lineage.sources.map(_.id)
  }
}
