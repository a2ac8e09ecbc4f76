package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.connector.catalog.Table

import io.headwater.model.Dataset
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.Schemas
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.RuleContext
import io.headwater.util.ClassNames

/** Reads of a change feed. Besides the columns of its table, a feed has columns that tell of each row which change and
  * which commit it comes from. The table does not have them, so they have no source.
  */
private[plan] object ChangeFeeds {
  private val own =
    Set("_change_type", "_change_ordinal", "_commit_version", "_commit_timestamp", "_commit_snapshot_id")
  private val ofPaimon = Set("rowkind", "_SEQUENCE_NUMBER")

  /** Whether a V2 table is a feed: of Iceberg, of Paimon, or of Spark from 4.2 on. */
  def isFeed(table: Table): Boolean =
    ClassNames.simple(table).contains("Changelog") || PaimonTables.isChangelog(table)

  /** Records the table of a feed.
    *
    * @return
    *   the columns of the feed under the ids of `output`
    */
  def source(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope = {
    val (ofFeed, ofTable) = output.partition(a => own(a.name) || ofPaimon(a.name) || MetadataColumn(a))
    val scope = context.source(table.copy(schema = Schemas.fields(ofTable)), ofTable)
    scope.copy(columns = scope.columns ++ context.generated(ofFeed).columns)
  }
}
