package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.jdbc.{JdbcPlace, JdbcUrls}
import io.headwater.plan.naming.{ConnectorOptions, PackagedConnector, RemoteDataset}
import io.headwater.plan.sqltext.tokens.SqlDialect

/** Spark's JDBC source, and connectors with the same options: `url`, and `dbtable` or `query`. The value of
  * `dbtable` is a name, a subquery in brackets, or anything else that is valid after `FROM`.
  */
object Jdbc
    extends PackagedConnector(
      "org.apache.spark.sql.execution.datasources.jdbc.",
      "io.github.spark_redshift_community.spark.redshift.", // Redshift
      "com.databricks.spark.redshift.",
      "com.databricks.spark.sqldw.", // Azure Synapse
      "com.microsoft.sqlserver.jdbc.spark." // SQL Server and Azure SQL
    ) {
  override val shortNames: Set[String] = Set("jdbc", "redshift", "sqldw")

  def source(options: ConnectorOptions): RemoteDataset = {
    val url = options("url").getOrElse("")
    val place = JdbcUrls.place(url, options.toMap)
    options("dbtable").filter(isName) match {
      case Some(name) => RemoteDataset.table(place.table(name))
      case None =>
        val prefix = options("prepareQuery").fold("")(_ + " ")
        options("query").orElse(options("dbtable").map("SELECT * FROM " + _)) match {
          case Some(text) => query(url, prefix + text, place)
          case None => RemoteDataset.Unresolved("the options name neither a table nor a query")
        }
    }
  }

  private def query(url: String, text: String, place: JdbcPlace): RemoteDataset = {
    val scheme = url.replaceFirst("^(?i)jdbc:", "").takeWhile(c => c != ':' && c != '+')
    RemoteDataset.Query(text, SqlDialect.of(scheme), parts => place.table(parts): DatasetId)
  }

  /** Whether the text is only a name. Whitespace outside quotes means an alias or a join. */
  private def isName(table: String): Boolean =
    !table.startsWith("(") &&
      !table.replaceAll("\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\]", "q").exists(Character.isWhitespace(_))
}
