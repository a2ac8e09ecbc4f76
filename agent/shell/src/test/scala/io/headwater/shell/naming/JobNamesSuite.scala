package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, PlanLineage, Sink}

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

  // rows: name.application name.command name.table
  test("a job name is the application, the command and the output") {
    assert(JobNames.query("app", "append_data", Some("db_t")) == "app.append_data.db_t")
    assert(JobNames.query("app", "filter", None) == "app.filter")
  }

  test("the last part of a job name is a location without partitions, or a table") {
    def lineage(suffix: String) =
      PlanLineage(
        sinks = Vector(Sink(Dataset(DatasetId("file", "/data/orders/2024-01-01")))),
        nameSuffix = Some(suffix)
      )
    def rename(id: DatasetId) = id.copy(name = "/data/orders")
    assert(JobNames.suffix(lineage("orders_2024-01-01"), rename).contains("data_orders"))
    assert(JobNames.suffix(lineage("default_orders"), rename).contains("default_orders"))
    assert(JobNames.suffix(PlanLineage(), rename).isEmpty)
  }
}
