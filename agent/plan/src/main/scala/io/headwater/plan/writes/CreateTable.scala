package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.command.{CreateDataSourceTableCommand, CreateTableCommand}

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Site, Write}

/** `CREATE TABLE t (a INT)`: a dataset comes to be, without rows. */
object CreateTable {
  val rule: Rule = {
    case c: CreateDataSourceTableCommand => Reading.leaf { site =>
        created(site, c.table, c.ignoreIfExists); Writing.nothing(site)
      }
    case c: CreateTableCommand => Reading.leaf { site =>
        created(site, c.table, c.ignoreIfExists); Writing.nothing(site)
      }
  }

  /** `IF NOT EXISTS`: the plan does not say whether the table was there. */
  private def created(site: Site, table: CatalogTable, ifNotExists: Boolean): Unit = {
    val tables = new Tables(site.surroundings)
    val dataset = tables.dataset(table).copy(lifecycle = if (ifNotExists) None else Some(Lifecycle.Create))
    site.findings.write(Write(
      dataset,
      Vector.empty,
      site.graph.nothing,
      Some(tables.suffix(table.identifier))
    ))
  }
}
