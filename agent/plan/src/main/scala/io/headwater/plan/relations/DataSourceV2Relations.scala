package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.connector.catalog.{Identifier, Table}
import org.apache.spark.sql.execution.datasources.v2.{
  DataSourceV2Relation,
  DataSourceV2ScanRelation,
  FileTable
}

import io.headwater.model.{Dataset, DatasetId, DatasetKind, Field, Level, QueryTime}
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{
  Connector,
  ConnectorOptions,
  PathIdentifiers,
  RemoteDataset,
  Schemas,
  TableV2
}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.sqltext.tokens.SqlDialect
import io.headwater.plan.tables.{TableFormats, UnnamedTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, Attempts, ClassNames}

/** Tables of the DataSource V2 interface: file tables of Spark, tables of a known library or connector,
  * tables that name their dataset by the lineage traits or by the properties `openlineage.dataset.namespace` and
  * `openlineage.dataset.name`, results of a query in `openlineage.dataset.query`, and tables of a named catalog.
  */
object DataSourceV2Relations {
  val rule: Rule = {
    case r: DataSourceV2Relation => read(r, r.output)
    case r: DataSourceV2ScanRelation => read(r.relation, r.output)
  }

  private def read(relation: DataSourceV2Relation, output: Seq[Attribute]): NodeLineage =
    NodeLineage.leaf { context =>
      relation.table match {
        case files: FileTable =>
          MalformedRecords.of(files).scope(context, output)(
            FileLocations.partitions(files).read(context, FileLocations.of(files), _)
          )
        case _ => withoutOneName(tableV2(relation), context.session)
            .fold(readTable(context, relation, output))(RemoteScopes.of(context, _, output))
      }
    }

  private def readTable(context: RuleContext, relation: DataSourceV2Relation, output: Seq[Attribute]): Scope =
    dataset(relation, context.session) match {
      case Some(dataset) =>
        ChangeFeed.of(relation.table)
          .fold(rows(context, dataset, relation, unmarked(relation, output)))(_.source(
            context,
            dataset,
            output
          ))
      case None =>
        context.unknown(output, "source", s"no name for tables of ${UnnamedTables.of(relation.table)}")
    }

  private def rows(
      context: RuleContext,
      dataset: Dataset,
      relation: DataSourceV2Relation,
      output: Seq[Attribute]
  ): Scope = {
    val scope = context.source(dataset, output)
    val partitions = output.filter(PartitionColumn.is)
      .map(a => a.exprId.id -> PartitionColumn.node(context, a, relation, dataset.id))
    scope.copy(columns = scope.columns ++ partitions)
  }

  /** Without the marker on columns that are stored: Iceberg marks some of its table `position_deletes`. */
  private def unmarked(relation: DataSourceV2Relation, output: Seq[Attribute]): Seq[Attribute] =
    if (!output.exists(MetadataColumn.is)) output
    else Attempts.nonFatal(relation.table.schema).fold(_ => output, MetadataColumn.unmarked(output, _))

  /** What is read if it is no dataset with one name: the query that a table is the result of, by its properties or by the
    * options of a read without a catalog, which may also name several tables, or none that the driver can tell.
    */
  private[relations] def withoutOneName(table: TableV2, session: SessionContext): Option[RemoteDataset] = {
    val properties = TableProperties(table.table)
    def ofConnector = remote(table, session, _.source(_)).filter {
      case RemoteDataset.Tables(Vector(_)) => false
      case _ => true
    }
    if (properties.id.isDefined || session.datasetOfTable(table.table).isDefined) None
    else properties.query.orElse(if (table.catalog.isEmpty) ofConnector else None)
  }

  /** The dataset of a V2 table. */
  def dataset(relation: DataSourceV2Relation, session: SessionContext): Option[Dataset] =
    dataset(
      tableV2(relation),
      session,
      Schemas.fields(unmarked(relation, relation.output).filterNot(MetadataColumn.is))
    )

  /** The dataset of a V2 table that a query is written to. */
  def written(
      relation: DataSourceV2Relation,
      query: LogicalPlan,
      session: SessionContext
  ): Option[Dataset] = {
    val schema = Schemas.fields(unmarked(relation, relation.output).filterNot(MetadataColumn.is))
    dataset(tableV2(relation), session, schema, _.sink(_, query))
  }

  /** See [[io.headwater.plan.naming.TableFormat.committedVersion]]. */
  def committedVersion(
      relation: DataSourceV2Relation,
      session: SessionContext
  )(time: QueryTime): Option[String] =
    TableFormats.committedVersion(tableV2(relation), session, time)

  /** Whether a write to a table may give Spark more rows to count than it leaves there. */
  def countsChanges(
      command: V2WriteCommand,
      options: Map[String, String],
      relation: DataSourceV2Relation
  ): Boolean =
    TableFormats.countsChanges(command, options, tableV2(relation))

  /** The generated columns of a table, by name with their expressions in Spark's SQL. */
  def generatedColumns(relation: DataSourceV2Relation): Map[String, String] =
    TableFormats.generatedColumns(tableV2(relation))

  /** The dataset of a V2 table with this schema. What the table itself says comes first, then its library.
    *
    * @param connector
    *   the method of a connector that names the table
    */
  def dataset(
      table: TableV2,
      session: SessionContext,
      schema: Vector[Field] = Vector.empty,
      connector: (Connector, ConnectorOptions) => RemoteDataset = _.source(_)
  ): Option[Dataset] = {
    def ofLibrary = TableFormats.dataset(table, session).orElse(ofConnector(table, session, connector))
    val described = withProperties(table, session)(ofLibrary).map(_.copy(schema = schema))
    for (dataset <- described; catalog <- table.catalog; name <- table.identifier)
      session.tables.remember(catalog, name, dataset)
    described
  }

  /** The dataset of a V2 table with this schema after a rename. */
  def renamed(
      table: TableV2,
      to: Identifier,
      session: SessionContext,
      schema: Vector[Field]
  ): Option[Dataset] = {
    def ofLibrary = TableFormats.renamed(table, to, session).orElse(ofConnector(table, session, _.source(_)))
    withProperties(table.copy(identifier = Some(to)), session)(ofLibrary).map(_.copy(schema = schema))
  }

  private def withProperties(
      table: TableV2,
      session: SessionContext
  )(ofLibrary: => Option[Dataset]): Option[Dataset] = {
    val properties = TableProperties(table.table)
    val byName = inCatalog(table, session)
    session.datasetOfTable(table.table).orElse(properties.id)
      .map(Dataset(_, hierarchy = byName.fold(Vector.empty[Level])(_.hierarchy)))
      .orElse(ofLibrary)
      .orElse(byName)
      .map(d =>
        d.copy(
          comment = d.comment.orElse(properties.comment),
          facets = properties.facets,
          owner = d.owner.orElse(properties.owner)
        )
      )
  }

  /** The dataset of a connector's table, named by the options of the read or write. */
  private def ofConnector(
      table: TableV2,
      session: SessionContext,
      connector: (Connector, ConnectorOptions) => RemoteDataset
  ): Option[Dataset] =
    remote(table, session, connector).collect { case RemoteDataset.Tables(Vector(id)) => Dataset(id) }

  private def remote(
      table: TableV2,
      session: SessionContext,
      connector: (Connector, ConnectorOptions) => RemoteDataset
  ): Option[RemoteDataset] =
    Connectors.resolve(table.table, ConnectorOptions.of(table.options))(connector).map(_(session))

  private def tableV2(relation: DataSourceV2Relation): TableV2 =
    TableV2(unwrapped(relation.table), relation.catalog.map(_.name), relation.identifier, relation.options)

  /** The table itself: `UPDATE`, `MERGE` and `DELETE` wrap the table that they rewrite. */
  def unwrapped(table: Table): Table = table match {
    case RowLevelTable(inner) => inner
    case other => other
  }

  private def inCatalog(table: TableV2, session: SessionContext): Option[Dataset] =
    for (catalog <- table.catalog; identifier <- table.identifier)
      yield PathIdentifiers.dataset(catalog, identifier, session).copy(kind = Some(DatasetKind.Table))
}

/** The lineage properties of a table. */
private[relations] final case class TableProperties(all: Map[String, String]) {
  private def namespace: Option[String] = all.get("openlineage.dataset.namespace")

  def id: Option[DatasetId] =
    for (namespace <- namespace; name <- all.get("openlineage.dataset.name"))
      yield DatasetId(namespace, name)

  /** The query whose result the table is; its tables are in the namespace, whose scheme is the database. */
  def query: Option[RemoteDataset] =
    for (namespace <- namespace; text <- all.get("openlineage.dataset.query"))
      yield {
        val database = namespace.takeWhile(_ != ':')
        val dialect = SqlDialect.of(if (database == "postgres") "postgresql" else database)
        RemoteDataset.Query(text, dialect, parts => DatasetId(namespace, parts.mkString(".")))
      }

  def comment: Option[String] = all.get("comment")
  def owner: Option[String] = all.get("owner").filter(_.nonEmpty)

  def facets: Map[String, String] = all.collect {
    case (key, json) if key.startsWith(TableProperties.facetPrefix) =>
      key.stripPrefix(TableProperties.facetPrefix) -> json
  }
}

private[relations] object TableProperties {
  private val facetPrefix = "openlineage.dataset.facets."

  def apply(table: Table): TableProperties = {
    val all = Map.newBuilder[String, String]
    Option(table.properties).foreach(_.forEach((key, value) => all += key -> value))
    TableProperties(all.result())
  }
}

/** Extracts the table that an `UPDATE`, `DELETE` or `MERGE` rewrites. Spark's class around it is not
  * public.
  */
object RowLevelTable {
  private val wrapper = "org.apache.spark.sql.connector.write.RowLevelOperationTable"

  def unapply(table: Table): Option[Table] =
    if (ClassNames.isA(table, wrapper)) Some(new Accessors(table).value[Table]("table")) else None
}
