package io.headwater.plan.writes

import java.net.URI

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCatalog}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.{Dataset, QueryTime}
import io.headwater.plan.naming.{Identifiers, Locations, Schemas, TableV2, Tables}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.TableFormats
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{Named, NodeLineage, RuleContext, Target}
import io.headwater.util.{Accessors, ClassNames}

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
      lineage(write, write.value[AnyRef]("sink"))(context => file(context, write, query(write)))
    case p @ Named("WriteToMicroBatchDataSource") =>
      val write = new Accessors(p)
      lineage(write, sink(write))(context => table(context, write, query(write)))
    case p @ Named("WriteToStream") =>
      val write = new Accessors(p)
      val sink = write.value[Table]("sink")
      lineage(write, sink, "inputQuery")(context => wholeQuery(context, write, sink))
    case p @ Named("WriteToContinuousDataSource") =>
      val write = new Accessors(p)
      lineage(write, write.value[AnyRef]("write"))(_ => None)
  }

  /** Whether a sink stores nothing, in a stream or in a batch. */
  def isNoDataset(sink: AnyRef): Boolean = noDatasetSinks(ClassNames.simple(sink))

  /** Whether the sink is `foreachBatch`, in which the user's own queries write. */
  def isForeachBatch(sink: AnyRef): Boolean = ClassNames.simple(sink) == "ForeachBatchSink"

  /** The plan of the DataFrame that a batch passes to its sink. Only sinks of the V1 interface get one. */
  def batch(plan: LogicalPlan): Option[LogicalPlan] =
    if (ClassNames.simple(plan) == "WriteToMicroBatchDataSourceV1") Some(query(new Accessors(plan))) else None

  private def query(write: Accessors): LogicalPlan = write.value[LogicalPlan]("query")

  private def lineage(write: Accessors, sink: AnyRef, queryAccessor: String = "query")(
      dataset: RuleContext => Option[Dataset]
  ): NodeLineage = {
    val query = write.value[LogicalPlan](queryAccessor)
    WriteRule.toDataset(query, _ => columnNames(write, sink, query)) { context =>
      val target = if (isNoDataset(sink)) None else dataset(context)
      if (target.isEmpty && !isNoDataset(sink))
        context.gap("sink", s"no name for streams into ${sink.getClass.getName}")
      target.map(d =>
        Target(
          d,
          suffix(context, write).orElse(WriteRule.suffix(d)),
          committed = committedVersion(sink, context.session, _)
        )
      )
    }
  }

  private def file(context: RuleContext, write: Accessors, query: LogicalPlan): Option[Dataset] = {
    val sink = write.value[AnyRef]("sink")
    catalogTable(write) match {
      case Some(table) => Some(new Tables(context.session).dataset(table))
      case None =>
        if (ClassNames.simple(sink) == "FileStreamSink")
          Some(Dataset(
            Locations.of(context.session.qualified(directory(sink))),
            Schemas.fields(query.output, columnNames(write, sink, query))
          ))
        else None
    }
  }

  /** The names that the columns have when the sink is read. */
  private def columnNames(write: Accessors, sink: AnyRef, query: LogicalPlan): Seq[String] = {
    val names = query.output.map(_.name)
    if (catalogTable(write).isDefined || ClassNames.simple(sink) != "FileStreamSink") names
    else {
      val files = new Accessors(sink)
      val partitions = files.field[Seq[String]]("partitionColumnNames")
      InsertIntoFiles.columnNames(
        files.field[AnyRef]("fileFormat"),
        names,
        query.output.map(a => partitions.contains(a.name))
      )
    }
  }

  /** A whole query has it from Spark 3.4 on. */
  private[plan] def catalogTable(write: Accessors): Option[CatalogTable] =
    write.ifPresent[Option[CatalogTable]]("catalogTable").flatten

  private def committedVersion(sink: AnyRef, session: SessionContext, time: QueryTime): Option[String] =
    sink match {
      case table: Table => TableFormats.committedVersion(TableV2(table, None, None), session, time)
      case _ => None
    }

  /** The dataset of a whole streaming query: a table of a catalog, or the one that its options name. */
  private def wholeQuery(context: RuleContext, write: Accessors, sink: Table): Option[Dataset] = {
    val query = write.value[LogicalPlan]("inputQuery")
    file(context, write, query).orElse {
      val catalogTable = write.value[Option[(TableCatalog, Identifier)]]("catalogAndIdent")
      val options = context.session.sinkOptions
      named(context, query, sink, catalogTable.map(_._1.name), catalogTable.map(_._2), options)
        .map(_.copy(version = None))
    }
  }

  /** The dataset of a sink, which its catalog names, or the options of the stream. */
  private def named(
      context: RuleContext,
      query: LogicalPlan,
      sink: Table,
      catalog: Option[String],
      identifier: Option[Identifier],
      options: Map[String, String]
  ): Option[Dataset] = {
    val all = new java.util.HashMap[String, String]
    options.foreach { case (k, v) => all.put(k, v) }
    val table = TableV2(sink, catalog, identifier, new CaseInsensitiveStringMap(all))
    DataSourceV2Relations.dataset(table, context.session, Schemas.fields(query.output), _.sink(_, query))
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

  private def table(context: RuleContext, write: Accessors, query: LogicalPlan): Option[Dataset] =
    relation(write).flatMap(DataSourceV2Relations.dataset(_, context.session))
      .orElse(Some(sink(write)).collect { case t: Table => t }
        .flatMap(named(context, query, _, None, None, options(write))))

  /** The sink of a batch. From Spark 4.2 on `table` is the relation; earlier versions have the relation
    * only for catalog tables.
    */
  private[plan] def sink(write: Accessors): AnyRef = relation(write).map(_.table)
    .getOrElse(write.value[AnyRef]("table"))

  /** The options of the stream, in the plan of a batch. */
  private[plan] def options(write: Accessors): Map[String, String] =
    write.value[Map[String, String]]("writeOptions")

  private def relation(write: Accessors): Option[DataSourceV2Relation] =
    write.value[AnyRef]("relation") match {
      case Some(r: DataSourceV2Relation) => Some(r)
      case r: DataSourceV2Relation => Some(r)
      case _ => None
    }
}
