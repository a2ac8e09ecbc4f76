package io.headwater.plan.vendor

import java.util.Locale.ROOT

import io.headwater.model.DatasetId
import io.headwater.plan.vendor.bigquery.BigQuery
import io.headwater.plan.vendor.connectors._
import io.headwater.plan.vendor.jdbc.Jdbc
import io.headwater.plan.vendor.kafka.Kafka
import io.headwater.plan.vendor.snowflake.Snowflake

/** The connectors that are known. To add one: a file, and its line here. */
object Providers {
  private val all: Vector[Provider] = Vector(
    Jdbc,
    Kafka,
    Snowflake,
    BigQuery,
    Mongo,
    Elasticsearch,
    Cassandra,
    Cosmos,
    Kusto,
    Spanner,
    Pulsar
  )

  /** What options mean: what they say themselves, else what the connector of a class makes of them. */
  def remote(className: String, options: Options)(
      make: (Provider, Options) => Remote = _.remote(_)
  ): Option[Remote] =
    declared(options).map(Remote.table).orElse(of(className).map(make(_, options)))

  def of(className: String): Option[Provider] = all.find(_.owns(className))

  /** By the name behind `USING`: a class's, or a short one. */
  def named(name: String): Option[Provider] =
    all.find(p => p.shortNames(name.toLowerCase(ROOT)) || p.owns(name))

  /** What options say themselves: `openlineage.dataset.namespace` and `.name`. */
  def declared(options: Options): Option[DatasetId] =
    for (namespace <- options("openlineage.dataset.namespace"); name <- options("openlineage.dataset.name"))
      yield DatasetId(namespace, name)
}
