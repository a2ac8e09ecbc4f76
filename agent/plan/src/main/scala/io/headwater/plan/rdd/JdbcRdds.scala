package io.headwater.plan.rdd

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, Field}
import io.headwater.plan.connectors.Jdbc
import io.headwater.plan.graph.Graph
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset, Schemas}
import io.headwater.plan.session.RddSources
import io.headwater.plan.sqltext.QueryText
import io.headwater.util.Accessors

/** The tables that a scan of Spark's JDBC source reads. */
object JdbcRdds {
  def isRead(rdd: RDD[_]): Boolean =
    rdd.getClass.getName == "org.apache.spark.sql.execution.datasources.jdbc.JDBCRDD"

  def read(rdd: RDD[_]): RddSources = {
    val scan = new Accessors(rdd)
    val options = new Accessors(scan.field[AnyRef]("options")).value[Map[String, String]]("parameters")
    val schema = Schemas.fields(scan.field[StructType]("schema"))
    Jdbc.source(ConnectorOptions(options)) match {
      case RemoteDataset.Tables(ids) =>
        // the database may compute aggregates; then the columns are those of the result
        val columns =
          if (scan.field[Option[_]]("groupByColumns").isDefined) Vector.empty else schema
        RddSources(ids.map(Dataset(_, columns)), Vector.empty)
      case selected: RemoteDataset.Selected =>
        RddSources(selected.ids.map(Dataset(_)), Vector(selected.reason))
      case query: RemoteDataset.Query => tables(query, schema)
      case RemoteDataset.Unresolved(reason) => RddSources.unknown(reason)
    }
  }

  private def tables(query: RemoteDataset.Query, schema: Vector[Field]): RddSources = {
    val graph = new Graph
    val text = QueryText.read(query.text, query.dialect, schema.map(_.name), graph)(query.dataset)
    val columns = text.fields(graph, schema)
    val unnamed = if (text.tables.isEmpty) Some("the query names no table") else None
    RddSources(
      text.tables.map(id => Dataset(id, columns.getOrElse(id, Vector.empty), wholeRows = false)),
      unnamed.toVector ++ text.gaps
    )
  }
}
