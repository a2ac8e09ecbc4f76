package io.headwater.plan

import java.nio.file.Files

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.CommandExecutionMode

import io.headwater.model.PlanLineage
import io.headwater.plan.session.SessionContext
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage

/** One local Spark session for the plan tests, with the tables that the fixtures read. The fixtures are analyzed, not
  * executed.
  */
object TestSpark {
  private val warehouse = Files.createTempDirectory("headwater-plans").toUri.toString.stripSuffix("/")

  lazy val spark: SparkSession = {
    val session = SparkSession.builder()
      .master("local[1]")
      .appName("plans")
      .config("spark.ui.enabled", "false")
      .config("spark.sql.warehouse.dir", warehouse)
      .config("spark.sql.shuffle.partitions", "1")
      // otherwise Spark 3.5 rejects shadowed names
      .config("spark.sql.legacy.ctePrecedencePolicy", "CORRECTED")
      .getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    Tables.ddl.foreach(session.sql(_))
    session
  }

  lazy val shim: SparkShim = {
    val name =
      if (SPARK_VERSION.startsWith("3.")) "io.headwater.shim.Spark33" else "io.headwater.shim.Spark40"
    Class.forName(name).getDeclaredConstructor().newInstance().asInstanceOf[SparkShim]
  }

  def lineage: Lineage = lineage(identity)

  /** @param around
    *   adds rules of a test to the built-in rules
    * @param conf
    *   settings of the session
    */
  def lineage(
      around: (LogicalPlan => NodeLineage) => LogicalPlan => NodeLineage,
      conf: Map[String, String] = Map.empty
  ): Lineage =
    new Lineage(around(Rules(shim.rules)), SessionContext(warehouse = Some(warehouse), conf = conf.get))

  /** With a description of each transformation. */
  def described: Lineage =
    new Lineage(Rules(shim.rules), SessionContext(warehouse = Some(warehouse), descriptions = true))

  def viewsAsDatasets(asDatasets: Boolean): Lineage =
    new Lineage(Rules(shim.rules), SessionContext(warehouse = Some(warehouse), viewsAsDatasets = asDatasets))

  def analyzed(sql: String): LogicalPlan = {
    val state = spark.sessionState
    state.executePlan(state.sqlParser.parsePlan(sql), CommandExecutionMode.SKIP).analyzed
  }

  /** The lineage of a statement. A query is turned into a `CREATE TABLE AS SELECT`. */
  def of(sql: String): PlanLineage = {
    val writes =
      Seq("INSERT", "CREATE", "SHOW", "SET", "DESCRIBE", "LOAD").exists(sql.trim.toUpperCase.startsWith)
    lineage.of(analyzed(if (writes) sql else s"CREATE TABLE out USING parquet AS $sql"))
  }

  private object Tables {
    val ddl: Seq[String] = Seq(
      "CREATE TABLE t (a INT, b INT, c STRING, d DATE) USING parquet",
      "CREATE TABLE u (a INT, x INT, y STRING) USING parquet",
      "CREATE TABLE p (a INT, b INT, day STRING) USING parquet PARTITIONED BY (day)",
      """CREATE TABLE n (id INT, s STRUCT<p: INT, q: STRUCT<r: STRING>>, xs ARRAY<INT>,
        |items ARRAY<STRUCT<sku: STRING, price: INT>>, m MAP<STRING, INT>) USING parquet""".stripMargin,
      """CREATE TABLE w (id INT, ms MAP<STRING, STRUCT<f: INT, g: ARRAY<INT>>>, am ARRAY<MAP<STRING, INT>>,
        |os ARRAY<STRUCT<sub: ARRAY<STRUCT<z: INT>>, tags: MAP<STRING, INT>>>) USING parquet""".stripMargin,
      "CREATE VIEW v AS SELECT a + 1 AS a1, c FROM t WHERE b > 0",
      "CREATE OR REPLACE TEMP VIEW tv AS SELECT a, upper(c) AS uc FROM t"
    )
  }
}
