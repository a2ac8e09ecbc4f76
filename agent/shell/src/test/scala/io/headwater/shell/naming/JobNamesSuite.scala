package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, PlanLineage, Sink}

/** Names that the published agent was seen to give. */
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

  for ((name, snake) <- names) test(s"$name is $snake")(assert(JobNames.snake(name) == snake))

  test("a secret goes before the name is cut into words") {
    assert(JobNames.snake("Shop of https://bob:PW1@team.example") == "shop_of_https_team_example")
    assert(JobNames.snake("Shop password=PW1") == "shop_password_redacted")
    assert(JobNames.snake("password_hash by token") == "password_hash_by_token")
  }

  // rows: name.application name.command name.table
  test("a job's name is its application, what it does, and what it writes") {
    assert(JobNames.query("app", "append_data", Some("db_t")) == "app.append_data.db_t")
    assert(JobNames.query("app", "filter", None) == "app.filter")
  }

  test("a location ends a job's name without its partitions, a table as it is called") {
    def lineage(suffix: String) =
      PlanLineage(
        sinks = Vector(Sink(Dataset(DatasetId("file", "/data/orders/2024-01-01")))),
        nameSuffix = Some(suffix)
      )
    def called(id: DatasetId) = id.copy(name = "/data/orders")
    assert(JobNames.suffix(lineage("orders_2024-01-01"), called).contains("data_orders"))
    assert(JobNames.suffix(lineage("default_orders"), called).contains("default_orders"))
    assert(JobNames.suffix(PlanLineage(), called).isEmpty)
  }
}
