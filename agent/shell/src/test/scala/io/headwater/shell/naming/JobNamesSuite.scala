package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, PlanLineage, Sink}
import io.headwater.shell.config.JobNaming

/** The expected names were observed with the published agent. */
final class JobNamesSuite extends AnyFunSuite {
  private val names = Seq(
    "My App 1" -> "my_app_1",
    "Execute InsertIntoHadoopFsRelationCommand" -> "execute_insert_into_hadoop_fs_relation_command",
    "Execute CreateDataSourceTableAsSelectCommand" -> "execute_create_data_source_table_as_select_command",
    "AdaptiveSparkPlan" -> "adaptive_spark_plan",
    "Filter" -> "filter",
    "café-Läden" -> "cafe_laden",
    "already_snake_case" -> "already_snake_case",
    "--odd--" -> "odd"
  )

  for ((name, snake) <- names) test(s"$name is $snake")(assert(JobNames.snakeCase(name) == snake))

  test("underscores are single, and between words") {
    val names = Vector("a_b1", "a__b1", "_a_b1", "a_b1_", "__a_b1", "a_b1__", "A_b1", "a_B1")
    assert(names.map(JobNames.snakeCase(_)).distinct == Vector("a_b1"))
    assert(Vector("", "_", "__").map(JobNames.snakeCase(_)) == Vector("", "", ""))
  }

  test("a secret is redacted before the name is split into words") {
    assert(JobNames.snakeCase("Shop of https://bob:PW1@team.example") == "shop_of_https_team_example")
    assert(JobNames.snakeCase("Shop password=PW1") == "shop_password_redacted")
    assert(JobNames.snakeCase("password_hash by token") == "password_hash_by_token")
  }

  // rows: name.spark-sql
  test("the application of spark-sql is named without its host") {
    assert(JobNames.snakeCase(JobNames.withoutHost("SparkSQL::10.0.0.1")) == "spark_sql")
    assert(JobNames.withoutHost("My SparkSQL::10.0.0.1") == "My SparkSQL::10.0.0.1")
  }

  private def jobNames(naming: JobNaming = JobNaming(true, false)) =
    new JobNames("app", naming, _.copy(name = "/data/orders"))

  private def lineage(suffix: String) = PlanLineage(
    sinks = Vector(Sink(Dataset(DatasetId("file", "/data/orders/2024-01-01")))),
    nameSuffix = Some(suffix)
  )

  // rows: name.application name.command name.table
  test("a job name is the application, the command and the output") {
    assert(jobNames().query("AppendData", "Other", lineage("db_t")) == "app.append_data.db_t")
    assert(jobNames().query("", "Filter") == "app.filter")
    val plain = jobNames(JobNaming(appendDatasetName = false, replaceDotWithUnderscore = true))
    assert(plain.query("AppendData", "Other", lineage("db_t")) == "app.append_data")
  }

  test("the last part of a job name is a location without partitions, or a table") {
    assert(jobNames().query("Filter", "", lineage("orders_2024-01-01")) == "app.filter.data_orders")
    assert(jobNames().query("Filter", "", lineage("default_orders")) == "app.filter.default_orders")
    assert(jobNames().query("Filter", "", lineage("acme.orders")) == "app.filter.acme_orders")
  }

  test("a streaming query is named by its own name, else by its output, else by its sink") {
    def name(own: Option[String], sink: Option[String], lineage: PlanLineage = PlanLineage()) =
      jobNames().streamingQuery(own, sink, lineage)
    assert(name(Some("My query"), Some("console"), lineage("db_t")) == "app.write_to_stream.my_query")
    assert(name(None, Some("console"), lineage("db_t")) == "app.write_to_stream.db_t")
    assert(name(None, Some("console")) == "app.write_to_stream.console")
    assert(name(None, None) == "app.write_to_stream.unknown")
  }
}
