package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.{ArrayRepeat, Attribute, AttributeReference, Literal}
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.types.ArrayType

import io.headwater.model.{Certainty, Dataset}
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.RuleContext
import io.headwater.util.ClassNames

/** The change feed of a table. Besides the columns of its table, a feed has columns that tell of each row which change and
  * which commit it comes from. The table does not have them, so they have no source.
  *
  * @param columns
  *   the columns that the table does not have
  * @param inArrays
  *   whether a row has an array for each column of the table: the values before and after the change
  * @param asText
  *   whether a row has the row of the table before the change and that after it as a text each
  */
private[plan] final case class ChangeFeed(
    columns: Set[String],
    inArrays: Boolean = false,
    asText: Boolean = false
) {

  /** Records the table of the feed.
    *
    * @return
    *   the columns of the feed under the ids of `output`
    */
  def source(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope = {
    val (ofFeed, ofTable) = output.partition(a => columns(a.name) || MetadataColumn.is(a))
    val scope =
      if (inArrays) arrays(context, table, ofTable)
      else if (asText) texts(context, table, ofTable)
      else ChangeFeed.rows(context, table, ofTable)
    scope.copy(columns = scope.columns ++ context.generated(ofFeed).columns)
  }

  private def arrays(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope = {
    val values = output.map(value)
    val scope = ChangeFeed.rows(context, table, values)
    val inside = context.over(scope)
    scope.copy(columns = scope.columns ++ output.zip(values).map { case (array, value) =>
      array.exprId.id -> inside.node(ArrayRepeat(value, Literal(2)))
    })
  }

  /** A text has all columns of the table. */
  private def texts(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope = {
    context.findings.source(table)
    if (table.schema.isEmpty)
      context.unknown(output, "columns", "the columns of the table whose changes are read are not known")
    else {
      val columns = table.schema.map(field => context.graph.source(table.id, field.name))
      context.opaque(output, context.graph.edgesTo(columns, Kinds.transformation), Certainty.Opaque)
    }
  }

  private def value(array: Attribute): Attribute = array.dataType match {
    case ArrayType(of, hasNulls) =>
      AttributeReference(array.name, of, hasNulls)(array.exprId, array.qualifier)
    case _ => array
  }
}

private[plan] object ChangeFeed {

  /** The feeds of Delta, of Iceberg, and of Spark from 4.2 on. That of Delta's connector has `_metadata` among the columns
    * of the table.
    */
  val ofChanges: ChangeFeed = ChangeFeed(
    Set(
      "_change_type",
      "_change_ordinal",
      "_commit_version",
      "_commit_timestamp",
      "_commit_snapshot_id",
      "_metadata"
    )
  )

  /** That of Hudi. */
  val ofHudi: ChangeFeed = ChangeFeed(Set("op", "ts_ms"), asText = true)

  /** Records the table of a stream, or of a feed. */
  def source(
      context: RuleContext,
      table: Dataset,
      output: Seq[Attribute],
      feed: Option[ChangeFeed]
  ): Scope = feed.fold(rows(context, table, output))(_.source(context, table, output))

  private def rows(context: RuleContext, table: Dataset, output: Seq[Attribute]): Scope =
    context.source(table.copy(schema = Schemas.fields(output)), output)

  /** The feed that a V2 table is. */
  def of(table: Table): Option[ChangeFeed] =
    if (PaimonTables.hasColumnsOfItsOwn(table))
      Some(ChangeFeed(PaimonTables.ownColumns, PaimonTables.isBinlog(table)))
    else if (ClassNames.simple(table).contains("Changelog")) Some(ofChanges)
    else None
}
