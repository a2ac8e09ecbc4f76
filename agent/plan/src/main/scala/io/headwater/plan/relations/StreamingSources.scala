package io.headwater.plan.relations

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.Dataset
import io.headwater.plan.connectors.Connectors
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{ConnectorOptions, Globs, Locations, Schemas, TableV2, Tables}
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, ClassNames, Named}

/** Sources in the plan of a whole streaming query, before any batch: by their options, their table, or
  * their name in a catalog. Nodes are read by accessor name, because their classes move between Spark
  * versions.
  */
object StreamingSources {

  /** Tables of rows that Spark generates. */
  private val generatedTables = Set("RatePerMicroBatchTable", "RateStreamTable")

  /** Tables of rows that the program adds. */
  private val localTables = Set("MemoryStreamTable")

  val rule: Rule = {
    case p @ Named("StreamingRelation") =>
      val source = new Accessors(new Accessors(p).value[AnyRef]("dataSource"))
      NodeLineage.leaf(options(_, p, source))
    case p @ Named("StreamingRelationV2") => NodeLineage.leaf(table(_, p, new Accessors(p)))
  }

  /** A source of the V1 interface: a catalog table, a connector, or the files in a path. */
  private def options(context: RuleContext, plan: LogicalPlan, source: Accessors): Scope = {
    val options = ConnectorOptions(source.value[Map[String, String]]("options"))
    val format = source.value[String]("className")
    val entry = source.value[Option[CatalogTable]]("catalogTable")
    val resolved = Connectors.resolveFormat(format, options, context.session)
    val path = options("path").map(p => new Path(context.session.qualified(Tables.path(p))))
    (resolved, entry, path) match {
      case (Some(remote), _, _) => RemoteScopes.of(context, remote, plan.output)
      case (_, Some(t), at) if isDelta(format) || t.provider.exists(isDelta) =>
        val location = at.orElse(t.storage.locationUri.map(new Path(_)))
        delta(context, plan, location.map(DeltaTables.of(entry, _, context.session)), options)
      case (_, Some(t), _) if isHudiFeed(format, options) =>
        ChangeFeed.ofHudi.source(context, new Tables(context.session).dataset(t), plan.output)
      case (_, _, Some(at)) if isHudiFeed(format, options) =>
        ChangeFeed.ofHudi.source(context, Dataset(Locations.of(at.toUri)), plan.output)
      case (_, Some(t), _) =>
        val dataset = new Tables(context.session).dataset(t)
        files(context, plan, source, options)(inFiles =>
          context.source(dataset.copy(schema = Schemas.fields(inFiles)), inFiles)
        )
      case (_, _, Some(at)) if isDelta(format) =>
        delta(context, plan, Some(DeltaTables.of(None, at, context.session)), options)
      case (_, _, Some(at)) =>
        val folder = Vector(Locations.of(Globs.folder(at).toUri))
        val partitions = new PartitionFolders(folder, Nil)
        files(context, plan, source, options)(partitions.read(context, folder, _))
      case _ => unresolved(context, plan, format)
    }
  }

  /** The files of a folder or of a table. */
  private def files(
      context: RuleContext,
      plan: LogicalPlan,
      source: Accessors,
      options: ConnectorOptions
  )(read: Seq[Attribute] => Scope): Scope = {
    // Spark has read the schema of the source for the plan
    val partition =
      new Accessors(source.value[AnyRef]("sourceInfo")).value[Seq[String]]("partitionColumns").toSet
    val format = source.value[String]("className")
    MalformedRecords.of(format, options, partition).scope(context, plan.output)(read)
  }

  private def table(context: RuleContext, plan: LogicalPlan, relation: Accessors): Scope = {
    val table = relation.value[Table]("table")
    if (generatedTables(ClassNames.simple(table))) context.generated(plan.output)
    else if (localTables(ClassNames.simple(table))) context.local(plan.output)
    else {
      val tableV2 = TableV2(
        table,
        relation.value[Option[CatalogPlugin]]("catalog").map(_.name),
        relation.value[Option[Identifier]]("identifier"),
        relation.value[CaseInsensitiveStringMap]("extraOptions")
      )
      DataSourceV2Relations.withoutOneName(tableV2, context.session)
        .fold(named(context, plan, tableV2, relation.value[String]("sourceName")))(RemoteScopes.of(
          context,
          _,
          plan.output
        ))
    }
  }

  /** Each batch reads a version of its own; the query as a whole reads no single version.
    *
    * @param source
    *   the format that the program names, or the table
    */
  private def named(context: RuleContext, plan: LogicalPlan, table: TableV2, source: => String): Scope = {
    val feed = ChangeFeed.of(table.table)
    val schema = if (feed.nonEmpty) Vector.empty else Schemas.fields(plan.output)
    val dataset = DataSourceV2Relations.dataset(table, context.session, schema).map(_.copy(version = None))
    named(context, plan, dataset, feed, source)
  }

  /** A Delta table, or its change feed. */
  private def delta(
      context: RuleContext,
      plan: LogicalPlan,
      table: Option[Dataset],
      options: ConnectorOptions
  ): Scope = {
    val isFeed = options("readChangeFeed", "readChangeData").exists(_.equalsIgnoreCase("true"))
    named(context, plan, table, if (isFeed) Some(ChangeFeed.ofChanges) else None, "delta")
  }

  private def named(
      context: RuleContext,
      plan: LogicalPlan,
      dataset: Option[Dataset],
      feed: Option[ChangeFeed],
      source: => String
  ): Scope =
    dataset match {
      case Some(d) => ChangeFeed.source(context, d, plan.output, feed)
      case None => unresolved(context, plan, source)
    }

  private def unresolved(context: RuleContext, plan: LogicalPlan, source: String): Scope =
    context.unknown(plan.output, "source", s"no name for streams of $source")

  private def isHudiFeed(format: String, options: ConnectorOptions): Boolean =
    (format.equalsIgnoreCase("hudi") || format.startsWith("org.apache.hudi.")) &&
      options("hoodie.datasource.query.type").exists(_.equalsIgnoreCase("incremental")) &&
      options("hoodie.datasource.query.incremental.format").exists(_.equalsIgnoreCase("cdc"))

  private def isDelta(format: String): Boolean =
    format.equalsIgnoreCase("delta") || DeltaClasses.isDelta(format)
}
