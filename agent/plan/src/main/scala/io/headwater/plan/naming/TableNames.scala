package io.headwater.plan.naming

import java.lang.reflect.Method

import scala.util.Try

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier

/** Names as a `TableIdentifier`, and its parts. In Spark 3.3 it has no catalog: all such tables are in the session catalog. */
object TableNames {
  private val catalogOf: Option[Method] = Try(classOf[TableIdentifier].getMethod("catalog")).toOption

  /** A name in the session catalog, which has databases on one level. */
  def of(name: Identifier): TableIdentifier = TableIdentifier(name.name, name.namespace.lastOption)

  def catalog(table: TableIdentifier): Option[String] =
    catalogOf.flatMap(_.invoke(table).asInstanceOf[Option[String]])

  def parts(table: TableIdentifier): Vector[String] =
    catalog(table).toVector ++ table.database :+ table.table
}
