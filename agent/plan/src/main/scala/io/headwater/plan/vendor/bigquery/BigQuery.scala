package io.headwater.plan.vendor.bigquery

import io.headwater.model.DatasetId
import io.headwater.plan.sqltext.Dialect
import io.headwater.plan.vendor.{Accessors, Classes, Options, Packaged, Remote}

/** BigQuery: `project.dataset.table` in the namespace `bigquery`. A table may be named whole, `project:dataset.table`
  * included, or by the options `project` and `dataset` and its own name.
  */
object BigQuery extends Packaged("com.google.cloud.spark.bigquery.", "com.google.cloud.bigquery.connector.") {
  override val shortNames: Set[String] = Set("bigquery")

  override val settings: Vector[String] = Vector("parentProject")

  /** A relation of the V1 interface has no options, but what was made of them: a query's own table is a temporary one. */
  override def kept(source: AnyRef): Map[String, String] =
    if (!Classes.isA(source, "com.google.cloud.spark.bigquery.BigQueryRelation")) Map.empty
    else {
      val relation = new Accessors(source)
      val table = new Accessors(relation.value[AnyRef]("getTableId"))
      val name =
        Vector("getProject", "getDataset", "getTable").flatMap(part => Option(table.value[String](part)))
      val query =
        new Accessors(relation.field[AnyRef]("options")).value[java.util.Optional[String]]("getQuery")
      Map("table" -> name.mkString(".")) ++ (if (query.isPresent) Some("query" -> query.get) else None)
    }

  def remote(options: Options): Remote = {
    val text =
      options("query").orElse(options("table", "path").filter(_.trim.exists(Character.isWhitespace(_))))
    (text, options("table", "path")) match {
      case (Some(query), _) => Remote.Query(query, Dialect.of("bigquery"), named(options))
      case (None, Some(table)) => Remote.table(named(options)(table.replace("`", "").split("[.:]").toVector))
      case (None, None) => Remote.Nameless("the options name neither a table nor a query")
    }
  }

  private def named(options: Options)(name: Vector[String]): DatasetId = {
    val parts = name.flatMap(_.split('.'))
    val around = Vector(options("project", "parentProject"), options("dataset")).flatten
    val missing = (3 - parts.size).max(0)
    val before = if (missing == 1) options("project", "parentProject").toVector else around.take(missing)
    DatasetId("bigquery", (before ++ parts).mkString("."))
  }
}
