package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier

import io.headwater.model.Field
import io.headwater.plan.naming.Schemas
import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.walk.RuleContext

/** Tables of the session catalog that a statement may have found there, and that no plan shows. Only for these the catalog
  * is asked.
  */
private[writes] object ExistingTables {

  /** Whether there was a table when the statement started. The catalog may have the one that the statement has created. If
    * the catalog does not answer, there may have been one.
    */
  def existed(context: RuleContext, name: TableIdentifier): Boolean =
    context.session.tables(name).nonEmpty || {
      val answer = context.session.tableInCatalog(name)
      if (answer.isEmpty) context.gap("sink", UnseenTables.unknownExistence)
      val before = answer.flatten.filter(wasBefore(context, _))
      before.foreach(entry => context.session.tables.remember(name, entry.table))
      answer.isEmpty || before.nonEmpty
    }

  /** Hive keeps the time of a table in seconds. */
  private def wasBefore(context: RuleContext, entry: CatalogEntry): Boolean =
    context.session.started.exists(start => entry.createTime < start.getEpochSecond * 1000)

  /** The columns of a table that a statement without columns has created: those of the files at its location. */
  def columns(context: RuleContext, name: TableIdentifier): Vector[Field] = {
    val found = context.session.tableInCatalog(name).flatten.map(_.table)
    found.foreach(context.session.tables.remember(name, _))
    found.fold(Vector.empty[Field])(table => Schemas.fields(table.schema))
  }
}
