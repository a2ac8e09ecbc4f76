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
  def resolve(source: AnyRef, options: ConnectorOptions)(
      dataset: (Connector, ConnectorOptions) => RemoteDataset
  ): Option[SessionContext => RemoteDataset] =
    declaredId(options) match {
      case Some(id) => Some(_ => RemoteDataset.table(id))
      case None =>
        forClass(source.getClass.getName).map { connector => session =>
          val known = options.withDefaults(connector.relationOptions(source))
          dataset(connector, withConf(connector, known, session))
        }
    }

  /** The connector behind `USING`, and what it makes of options. */
  def resolveFormat(format: String, options: ConnectorOptions, session: SessionContext): Option[RemoteDataset] =
    declaredId(options).map(RemoteDataset.table).orElse(forFormat(format).map(connector =>
      connector.source(withConf(connector, options, session))
    ))

  private def withConf(
      connector: Connector,
      options: ConnectorOptions,
      session: SessionContext
  ): ConnectorOptions =
    options.withDefaults(connector.confKeys.flatMap(key => session.conf(key).map(key -> _)))

  def forClass(className: String): Option[Connector] = all.find(_.matches(className))

  /** By the name behind `USING`: a class's, or a short one. */
  def forFormat(name: String): Option[Connector] =
    all.find(connector => connector.shortNames(name.toLowerCase(ROOT)) || connector.matches(name))

  /** What options say themselves: `openlineage.dataset.namespace` and `.name`. */
  def declaredId(options: ConnectorOptions): Option[DatasetId] =
    for (namespace <- options("openlineage.dataset.namespace"); name <- options("openlineage.dataset.name"))
      yield DatasetId(namespace, name)
}
