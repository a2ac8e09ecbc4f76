package io.headwater.plan.writes

import java.net.URI

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCatalog}
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.{Dataset, Field, QueryTime}
import io.headwater.plan.naming.{ColumnNames, Identifiers, JobNameSuffix, Locations, Schemas, TableV2, Tables}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.{TableFormats, UnnamedTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.util.{Accessors, ClassNames, Named}

/** The sink of a stream, in the plan of the whole query or of one batch. Sinks that store nothing (console,
  * memory, a user's `foreach`) are no dataset. For `foreachBatch`, the queries inside it report what it
  * writes. Nodes are read by accessor name, because their classes move between Spark versions.
  */
object WriteToStream {

  /** Sinks that are no dataset, by the class of the sink, table or write. */
  private val noDatasetSinks = Set(
    "ConsoleSinkProvider",
    "ConsoleTable$",
    "ConsoleWrite",
    "ForeachBatchSink",
    "ForeachWrite",
    "ForeachWriterTable",
    "MemorySink",
    "MemoryStreamingWrite",
    "NoopStreamingWrite$",
    "NoopTable$"
  )

  val rule: Rule = {
    case p @ Named("WriteToMicroBatchDataSourceV1") =>
      val write = new Accessors(p)
      lineage(write, write.value[AnyRef]("sink"))((context, _, columns) => file(context, write, columns))
    case p @ Named("WriteToMicroBatchDataSource") =>
      val write = new Accessors(p)
      lineage(write, sink(write))(table(_, write, _, _))
    case p @ Named("WriteToStream") =>
      val write = new Accessors(p)
      val sink = write.value[Table]("sink")
      lineage(write, sink, "inputQuery")(wholeQuery(_, write, sink, _, _))
    case p @ Named("WriteToContinuousDataSource") =>
      val write = new Accessors(p)
      lineage(write, write.value[AnyRef]("write"))((_, _, _) => None)
  }

  /** Whether a sink stores nothing, in a stream or in a batch. */
  def isNoDataset(sink: AnyRef): Boolean = noDatasetSinks(ClassNames.simple(sink))

  /** Whether the sink is `foreachBatch`, in which the user's own queries write. */
  def isForeachBatch(sink: AnyRef): Boolean = ClassNames.simple(sink) == "ForeachBatchSink"

  /** The plan of the DataFrame that a batch passes to its sink. Only sinks of the V1 interface get one. */
  def batch(plan: LogicalPlan): Option[LogicalPlan] =
    if (ClassNames.simple(plan) == "WriteToMicroBatchDataSourceV1")
      Some(new Accessors(plan).value[LogicalPlan]("query"))
    else None

  /** @param dataset the dataset, by the query and the columns that the files or the table get */
  private def lineage(write: Accessors, sink: AnyRef, queryAccessor: String = "query")(
      dataset: (RuleContext, LogicalPlan, Vector[Field]) => Option[Dataset]
  ): NodeLineage = {
    val query = write.value[LogicalPlan](queryAccessor)
    val names = columnNames(write, sink, query)
    WriteLineage.toDataset(query, _ => names) { context =>
      val target =
        if (isNoDataset(sink)) None else dataset(context, query, Schemas.fields(query.output, names))
      if (target.isEmpty && !isNoDataset(sink))
        context.gap("sink", s"no name for streams into ${unnamed(sink)}")
      target.map(d =>
        Target(
          d,
          suffix(context, write).orElse(JobNameSuffix.ofLocation(d)),
          committed = committedVersion(sink, context.session, _),
          omittedColumns = tableColumns(write, sink).filterNot(names.toSet).toVector
        )
      )
    }
  }

  private def unnamed(sink: AnyRef): String = sink match {
    case table: Table => UnnamedTables.of(table)
    case other => other.getClass.getName
  }

  private def file(context: RuleContext, write: Accessors, columns: Vector[Field]): Option[Dataset] = {
    val sink = write.value[AnyRef]("sink")
    catalogTable(write) match {
      case Some(table) => Some(new Tables(context.session).dataset(table))
      case None =>
        if (ClassNames.simple(sink) == "FileStreamSink")
          Some(Dataset(Locations.of(context.session.qualified(directory(sink))), columns))
        else None
    }
  }

  /** The names that the columns have when the files or the table are read. */
  private def columnNames(write: Accessors, sink: AnyRef, query: LogicalPlan): Seq[String] = {
    val names = ColumnNames.in(tableColumns(write, sink), query.output.map(_.name))
    if (catalogTable(write).isEmpty && isTextFiles(sink)) {
      val partitions = new Accessors(sink).field[Seq[String]]("partitionColumnNames")
      names.map(name => InsertIntoFiles.inText(name, partitions.exists(_.equalsIgnoreCase(name))))
    } else names
  }

  private def isTextFiles(sink: AnyRef): Boolean = ClassNames.simple(sink) == "FileStreamSink" &&
    new Accessors(sink).field[AnyRef]("fileFormat").isInstanceOf[TextFileFormat]

  /** The columns of the table in a catalog that the stream writes. Other sinks have none of their own. */
  private def tableColumns(write: Accessors, sink: AnyRef): Seq[String] = {
    val schema = catalogTable(write).map(_.schema).orElse(sink match {
      case table: Table if isInCatalog(write) => Some(table.schema)
      case _ => None
    })
    schema.fold(Seq.empty[String])(_.fieldNames.toSeq)
  }

  private def isInCatalog(write: Accessors): Boolean =
    write.ifPresent[Option[AnyRef]]("catalogAndIdent").flatten.nonEmpty ||
      relation(write).exists(_.identifier.nonEmpty)

  /** A whole query has it from Spark 3.4 on. */
  private[plan] def catalogTable(write: Accessors): Option[CatalogTable] =
    write.ifPresent[Option[CatalogTable]]("catalogTable").flatten

  private def committedVersion(sink: AnyRef, session: SessionContext, time: QueryTime): Option[String] =
    sink match {
      case table: Table => TableFormats.committedVersion(TableV2(table, None, None), session, time)
      case _ => None
    }

  /** The dataset of a whole streaming query: a table of a catalog, or the one that its options name. */
  private def wholeQuery(
      context: RuleContext,
      write: Accessors,
      sink: Table,
      query: LogicalPlan,
      columns: Vector[Field]
  ): Option[Dataset] =
    file(context, write, columns).orElse {
      val catalogTable = write.value[Option[(TableCatalog, Identifier)]]("catalogAndIdent")
      val options = context.session.sinkOptions
      val schema = if (catalogTable.isEmpty) columns else EvolvedSchema(Schemas.fields(sink.schema), columns)
      named(context, query, sink, catalogTable.map(_._1.name), catalogTable.map(_._2), options, schema)
        .map(_.copy(version = None))
    }

  /** The dataset of a sink, which its catalog names, or the options of the stream. */
  private def named(
      context: RuleContext,
      query: LogicalPlan,
      sink: Table,
      catalog: Option[String],
      identifier: Option[Identifier],
      options: Map[String, String],
      schema: Vector[Field]
  ): Option[Dataset] = {
    val all = new java.util.HashMap[String, String]
    options.foreach { case (k, v) => all.put(k, v) }
    val table = TableV2(sink, catalog, identifier, new CaseInsensitiveStringMap(all))
    DataSourceV2Relations.dataset(table, context.session, schema, _.sink(_, query))
  }

  /** The suffix of the job name for a catalog table: `ice_db_t` for `ice.db.t`. */
  private def suffix(context: RuleContext, write: Accessors): Option[String] = {
    val catalogAndIdent = write.ifPresent[Option[(TableCatalog, Identifier)]]("catalogAndIdent").flatten
    catalogTable(write).map(t => new Tables(context.session).suffix(t.identifier)).orElse(
      catalogAndIdent.map { case (catalog, table) =>
        (catalog.name +: Identifiers.parts(table)).mkString("_").replace('.', '_')
      }
    )
  }

  /** The directory of the sink, as the program names it. */
  private def directory(sink: AnyRef): URI = new Accessors(sink).field[Path]("basePath").toUri

  private def table(
      context: RuleContext,
      write: Accessors,
      query: LogicalPlan,
      columns: Vector[Field]
  ): Option[Dataset] =
    relation(write).flatMap(DataSourceV2Relations.dataset(_, context.session))
      .orElse(Some(sink(write)).collect { case t: Table => t }
        .flatMap(named(context, query, _, None, None, options(write), columns)))

  /** The sink of a batch. From Spark 4.2 on `table` is the relation; earlier versions have the relation
    * only for catalog tables.
    */
  private[plan] def sink(write: Accessors): AnyRef = relation(write).map(_.table)
    .getOrElse(write.value[AnyRef]("table"))

  /** The options of the stream, in the plan of a batch. */
  private[plan] def options(write: Accessors): Map[String, String] =
    write.value[Map[String, String]]("writeOptions")

  private def relation(write: Accessors): Option[DataSourceV2Relation] =
    write.ifPresent[AnyRef]("relation").collect {
      case Some(r: DataSourceV2Relation) => r
      case r: DataSourceV2Relation => r
    }
}
