package io.headwater.plan.connectors

import java.util.Optional

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.plan.sqltext.tokens.SqlDialect
import io.headwater.util.{Accessors, ClassNames}

/** The BigQuery connector. A dataset is a table, `project.dataset.table`, in the namespace `bigquery`.
  * Users give the full name, also as `project:dataset.table`, or the table's name and the options `project`
  * and `dataset`.
  */
object BigQuery
    extends Connector("com.google.cloud.spark.bigquery.", "com.google.cloud.bigquery.connector.") {
  override val shortNames: Set[String] = Set("bigquery")

  private val prefix = "spark.datasource.bigquery."
  override val confKeys: Vector[String] = Vector("parentProject", s"${prefix}parentProject")
  override val hadoopKeys: Vector[String] = Vector("fs.gs.project.id")

  /** A relation of the V1 interface has no options. It has the id of the table, which is a temporary one
    * for a query, and the text of the query.
    */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (!ClassNames.isA(relation, "com.google.cloud.spark.bigquery.BigQueryRelation")) Map.empty
    else {
      val fields = new Accessors(relation)
      val table = new Accessors(fields.value[AnyRef]("getTableId"))
      val name =
        Vector("getProject", "getDataset", "getTable").flatMap(part => Option(table.value[String](part)))
      val options = new Accessors(fields.field[AnyRef]("options"))
      def option(name: String, accessor: String) =
        options.ifPresent[Optional[String]](accessor).filter(_.isPresent).map(name -> _.get)
      Map("table" -> name.mkString(".")) ++ option("query", "getQuery") ++ option("filter", "getFilter")
    }

  def source(options: ConnectorOptions): RemoteDataset = {
    val text =
      options("query").orElse(options("table", "path").filter(_.trim.exists(Character.isWhitespace(_))))
    (text, options("table", "path")) match {
      case (Some(query), _) => RemoteDataset.Query(query, SqlDialect.of("bigquery"), tableId(options))
      case (None, Some(table)) => ofTable(table.replace("`", ""), options)
      case (None, None) => RemoteDataset.Unresolved("the options name neither a table nor a query")
    }
  }

  /** A table, or the rows of it that a filter leaves. */
  private def ofTable(table: String, options: ConnectorOptions): RemoteDataset =
    options("filter").fold(RemoteDataset.table(tableId(options)(Vector(table)))) { filter =>
      val query = s"SELECT * FROM `$table` WHERE $filter"
      RemoteDataset.Query(query, SqlDialect.of("bigquery"), tableId(options))
    }

  private def tableId(options: ConnectorOptions)(name: Vector[String]): DatasetId = {
    val parts = name.flatMap(partsOf)
    val project = options("project", "fs.gs.project.id", "parentProject", s"${prefix}parentProject").toVector
    val missing = (3 - parts.size).max(0)
    val before = if (missing == 1) project else (project ++ options("dataset")).take(missing)
    DatasetId("bigquery", (before ++ parts).mkString("."))
  }

  /** The parts of a name. A project of a domain has a colon and dots: `example.com:p.d.t`. */
  private def partsOf(name: String): Vector[String] = name match {
    case fullName(project, dataset, table) => Option(project).toVector :+ dataset :+ table
    case other => Vector(other)
  }

  private val fullName = "(?:(.+)[.:])?([^.:]+)\\.([^.:]+)".r
}
