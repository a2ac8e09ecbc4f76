package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.Dataset
import io.headwater.plan.relations.ChangeFeed
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Reads of a table's change data feed: `table_changes('t', 1)` or the option `readChangeFeed`. The source
  * is the table. Its version is the last one of the read; without an end, each batch of a stream has its own.
  */
object DeltaChangeFeeds {
  private val relation = "commands.cdc.CDCReader$DeltaCDFRelation"

  val rule: Rule = {
    case logical: LogicalRelation if DeltaClasses.isA(logical.relation, relation) =>
      NodeLineage.leaf(context =>
        ChangeFeed.ofChanges.source(context, dataset(logical, context.session), logical.output)
      )
  }

  private def dataset(logical: LogicalRelation, session: SessionContext): Dataset = {
    val feed = new Accessors(logical.relation)
    // Delta before 2.3 has only the log: which version is the latest one is not known then
    val snapshot = feed.ifPresent[AnyRef]("snapshotWithSchemaMode")
      .map(s => new Accessors(new Accessors(s).value[AnyRef]("snapshot")))
    val log = new Accessors(snapshot.getOrElse(feed).value[AnyRef]("deltaLog"))
    val catalogTable =
      if (feed.has("catalogTableOpt")) feed.value[Option[CatalogTable]]("catalogTableOpt") else None
    def latest = if (session.streamingQueryId.isEmpty) snapshot.map(_.value[Long]("version")) else None
    val last = feed.value[Option[Any]]("endingVersion").orElse(latest)
    DeltaTables.of(catalogTable.orElse(logical.catalogTable), log.value[Path]("dataPath"), session)
      .copy(version = last.map(_.toString))
  }
}
