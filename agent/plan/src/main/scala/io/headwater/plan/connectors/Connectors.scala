package io.headwater.plan.connectors

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.plan.session.SessionContext

/** The supported connectors. A connector is one file in this package and one line in this table. */
object Connectors {
  private val all: Vector[Connector] = Vector(
    Jdbc,
    Kafka,
    Kinesis,
    Snowflake,
    BigQuery,
    Mongo,
    Elasticsearch,
    OpenSearch,
    Cassandra,
    Cosmos,
    Kusto,
    Spanner,
    Pulsar,
    Neo4j,
    ClickHouse
  )

  /** The dataset that a source, relation or table reads or writes. The options `openlineage.dataset.*` come
    * first. Then the connector decides by the options, the fields of the relation and the settings of the
    * application, in this order.
    *
    * None if no connector has the class and the options name no dataset.
    *
    * @param source
    *   the source, relation or table
    * @param options
    *   the options of the read or write
    * @param dataset
    *   the method of the connector to call
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

  /** The dataset of a read, by the format that the user gives in `USING` or `format`. */
  def resolveFormat(
      format: String,
      options: ConnectorOptions,
      session: SessionContext
  ): Option[RemoteDataset] =
    declaredId(options).map(RemoteDataset.table).orElse(forFormat(format).map(connector =>
      connector.source(withConf(connector, options, session))
    ))

  /** The dataset that a query is written to, by the format in `USING` or `format`. None if it is no format of a connector.
    */
  def sinkOfFormat(
      format: String,
      options: ConnectorOptions,
      query: LogicalPlan,
      session: SessionContext
  ): Option[RemoteDataset] =
    forFormat(format).map { connector =>
      val known = withConf(connector, options, session)
      declaredId(options).fold(connector.sink(known, query))(RemoteDataset.table)
    }

  private def withConf(
      connector: Connector,
      options: ConnectorOptions,
      session: SessionContext
  ): ConnectorOptions =
    options.withDefaults(connector.confKeys.flatMap(key => session.conf(key).map(key -> _)))
      .withDefaults(connector.hadoopKeys.flatMap(key => session.hadoop(key).map(key -> _)))

  def forClass(className: String): Option[Connector] = all.find(_.matches(className))

  /** Columns with the names that they have in the store of a source, relation or table. */
  def columns(source: AnyRef, output: Seq[Attribute]): Seq[Attribute] =
    forClass(source.getClass.getName).fold(output)(connector =>
      output.map(a => renamed(a, connector.column(a.name)))
    )

  /** The columns of a query that are written to a source, with the names that they get in its store. */
  def written(source: AnyRef, options: ConnectorOptions, output: Seq[Attribute]): Seq[Attribute] =
    forClass(source.getClass.getName).fold(output)(connector =>
      output.flatMap(a => connector.written(a.name, options).map(renamed(a, _)))
    )

  private def renamed(a: Attribute, name: String): Attribute = if (name == a.name) a else a.withName(name)

  /** The connector by the format in `USING` or `format`: a short name or the name of a class. */
  def forFormat(name: String): Option[Connector] =
    all.find(connector => connector.shortNames(name.toLowerCase(ROOT)) || connector.matches(name))

  /** The dataset that a user names by the options `openlineage.dataset.namespace` and
    * `openlineage.dataset.name`.
    */
  def declaredId(options: ConnectorOptions): Option[DatasetId] =
    for (namespace <- options("openlineage.dataset.namespace"); name <- options("openlineage.dataset.name"))
      yield DatasetId(namespace, name)
}
