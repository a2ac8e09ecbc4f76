package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Table

import io.headwater.util.ClassNames

/** How the reason of a gap names tables that have no dataset name. */
object UnnamedTables {

  /** By the class of the table; a Python data source (Spark 4) by its format, because all of them have one class. */
  def of(table: Table): String =
    if (ClassNames.simple(table) == "PythonTable") s"the Python data source ${table.name}"
    else table.getClass.getName
}
