package io.headwater.plan.relations

import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTable

import io.headwater.model.DatasetId
import io.headwater.plan.naming.jdbc.JdbcUrls
import io.headwater.plan.vendor.{Options, Providers, Remote}

/** Tables of the V2 interface that lie outside of Spark: those of a `JDBCTableCatalog`, and connectors' own, named by
  * the options of the read.
  */
object RemoteTables {
  def id(relation: DataSourceV2Relation): Option[DatasetId] = relation.table match {
    case table: JDBCTable =>
      val options = table.jdbcOptions.parameters.toMap
      val place = JdbcUrls.place(table.jdbcOptions.url, options)
      Some(place.table(table.ident.namespace.toVector :+ table.ident.name))
    case table =>
      val set = Vector.newBuilder[(String, String)]
      relation.options.asCaseSensitiveMap.forEach((key, value) => set += key -> value)
      val options = Options(set.result())
      Providers.declared(options).orElse(Providers.of(table.getClass.getName).map(_.remote(options)).collect {
        case Remote.Tables(Vector(id)) => id
      })
  }
}
