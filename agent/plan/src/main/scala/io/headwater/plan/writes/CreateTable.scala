package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.command.{
  CreateDataSourceTableCommand,
  CreateTableCommand,
  CreateTableLikeCommand
}

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{SeenTable, Tables}
import io.headwater.plan.vendor.Providers
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Scope, Site}

/** `CREATE TABLE t (a INT)` and `CREATE TABLE t LIKE u`: a dataset comes to be, without rows. Nothing does where a table
  * is known to be there (`IF NOT EXISTS`), nor where the name is given to what lies outside of Spark (`USING jdbc`).
  * Where it is not known whether the table was there, no lifecycle is told.
  */
object CreateTable {
  val rule: Rule = {
    case c: CreateDataSourceTableCommand => Reading.leaf { site =>
        val suffix = new Tables(site.surroundings).suffix(c.table.identifier)
        created(site, c.table, c.ignoreIfExists)(_ => Some(suffix))
      }
    case c: CreateTableCommand =>
      Reading.leaf(created(_, c.table, c.ignoreIfExists)(Writing.suffix))
    case c: CreateTableLikeCommand => Reading.leaf(like(_, c))
  }

  private[plan] def created(site: Site, table: CatalogTable, ifMissing: Boolean)(
      suffix: Dataset => Option[String]
  ): Scope = {
    val there = ifMissing && site.surroundings.tables(table.identifier).nonEmpty
    val elsewhere = table.provider.flatMap(Providers.named).nonEmpty
    if (there || elsewhere) Writing.nothing(site)
    else {
      val dataset = new Tables(site.surroundings).dataset(table)
      write(site, dataset, ifMissing, suffix(dataset))
    }
  }

  private def like(site: Site, c: CreateTableLikeCommand): Scope = {
    val seen = site.surroundings.tables
    if (c.ifNotExists && seen(c.targetTable).nonEmpty) Writing.nothing(site)
    else {
      val tables = new Tables(site.surroundings)
      val schema = seen(c.sourceTable).map(_.schema).filter(_.nonEmpty)
      if (schema.isEmpty) site.gap("sink", Unseen.liked)
      val location = c.fileFormat.locationUri
      val table = SeenTable(location, managed = location.isEmpty)
      seen.remember(c.targetTable, schema.fold(table)(s => table.copy(schema = s)))
      write(site, tables.named(c.targetTable), c.ifNotExists, Some(asWritten(c.targetTable)))
    }
  }

  /** Jobs keep the names that the published agent gives them. */
  private def asWritten(table: TableIdentifier): String = (table.database.toSeq :+ table.table).mkString("_")

  private def write(site: Site, dataset: Dataset, ifMissing: Boolean, suffix: Option[String]): Scope = {
    val made = dataset.copy(lifecycle = if (ifMissing) None else Some(Lifecycle.Create))
    Writing.whole(site, Some(Target(made, suffix)))
  }
}
