package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.TableIdentifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.naming.Tables
import io.headwater.plan.session.{SeenTable, SessionContext}

/** The dataset of a table after `ALTER TABLE … RENAME TO`. */
final class RenamedTablesSuite extends AnyFunSuite {
  private val name = TableIdentifier("orders", Some("shop"))

  private def renamed(location: String, hive: Boolean, managed: Boolean = true): String = {
    val session = SessionContext(Some("file:/wh"))
    session.tables.remember(name, SeenTable(Some(Tables.path(location)), managed, hive = hive))
    new Tables(session).renamed(name, TableIdentifier("sales", Some("shop"))).id.name
  }

  // rows: node.rename
  test("RENAME moves a managed table into its database, but for a table of Hive whose location was set") {
    for (hive <- Seq(true, false)) assert(renamed("file:/wh/shop.db/orders", hive) == "/wh/shop.db/sales")
    assert(renamed("file:/loc/orders", hive = true) == "/loc/orders")
    assert(renamed("file:/loc/orders", hive = false) == "/wh/shop.db/sales")
  }

  test("RENAME leaves an external table where it is") {
    assert(renamed("file:/loc/orders", hive = false, managed = false) == "/loc/orders")
  }
}
