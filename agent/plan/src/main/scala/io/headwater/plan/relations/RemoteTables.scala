package io.headwater.plan.relations

import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTable

import io.headwater.model.{Catalog, Dataset, Redactor}
import io.headwater.plan.naming.TableV2
import io.headwater.plan.naming.jdbc.JdbcUrls
import io.headwater.plan.vendor.{Options, Providers, Remote}

/** Tables of the V2 interface that lie outside of Spark: those of a `JDBCTableCatalog`, and connectors' own, named by
  * the options of the read.
  */
object RemoteTables {

  /** Without its schema. */
  def dataset(table: TableV2): Option[Dataset] =
    table.table match {
      case jdbc: JDBCTable => Some(inDatabase(jdbc, table.catalog))
      case other =>
        val set = Vector.newBuilder[(String, String)]
        table.options.asCaseSensitiveMap.forEach((key, value) => set += key -> value)
        named(other, Options(set.result()))
    }

  private def inDatabase(table: JDBCTable, catalog: Option[String]): Dataset = {
    val url = table.jdbcOptions.url
    val place = JdbcUrls.place(url, table.jdbcOptions.parameters.toMap)
    val id = place.table(table.ident.namespace.toVector :+ table.ident.name)
    Dataset(id, catalog = catalog.map(Catalog("jdbc", "jdbc", _, Some(Redactor.default.bare(url)))))
  }

  private def named(table: Table, options: Options): Option[Dataset] =
    Providers.declared(options).map(Dataset(_)).orElse {
      Providers.of(table.getClass.getName).map(_.remote(options)).collect {
        case Remote.Tables(Vector(id)) => Dataset(id)
      }
    }
}
