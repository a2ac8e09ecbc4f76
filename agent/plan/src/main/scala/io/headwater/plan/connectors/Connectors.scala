package io.headwater.plan.connectors

import java.util.Locale.ROOT

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.plan.session.SessionContext

/** The connectors that are known. To add one: a file, and its line here. */
object Connectors {
  private val all: Vector[Connector] = Vector(
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
    Pulsar,
    Neo4j,
    ClickHouse
  )

  /** What a source, relation or table and its options mean, once the application's settings are known: what options say
    * themselves, else what the connector makes of them, of what it has kept and of the settings, in this order. None:
    * the options say nothing and no connector is known by the class.
    */
  def found(source: AnyRef, options: ConnectorOptions)(
      make: (Connector, ConnectorOptions) => RemoteDataset
  ): Option[SessionContext => RemoteDataset] =
    declared(options) match {
      case Some(id) => Some(_ => RemoteDataset.table(id))
      case None =>
        of(source.getClass.getName).map(p => in => make(p, set(p, options.over(p.kept(source)), in)))
    }

  /** The connector behind `USING`, and what it makes of options. */
  def remote(format: String, options: ConnectorOptions, session: SessionContext): Option[RemoteDataset] =
    declared(options).map(RemoteDataset.table).orElse(named(format).map(p =>
      p.remote(set(p, options, session))
    ))

  private def set(
      provider: Connector,
      options: ConnectorOptions,
      session: SessionContext
  ): ConnectorOptions =
    options.over(provider.settings.flatMap(key => session.conf(key).map(key -> _)))

  def of(className: String): Option[Connector] = all.find(_.owns(className))

  /** By the name behind `USING`: a class's, or a short one. */
  def named(name: String): Option[Connector] =
    all.find(p => p.shortNames(name.toLowerCase(ROOT)) || p.owns(name))

  /** What options say themselves: `openlineage.dataset.namespace` and `.name`. */
  def declared(options: ConnectorOptions): Option[DatasetId] =
    for (namespace <- options("openlineage.dataset.namespace"); name <- options("openlineage.dataset.name"))
      yield DatasetId(namespace, name)
}
