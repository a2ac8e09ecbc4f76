package io.headwater.plan.connectors

import org.apache.spark.Partition
import org.apache.spark.sql.execution.datasources.jdbc.JDBCPartition

import io.headwater.model.DatasetId
import io.headwater.plan.naming.jdbc.{JdbcLocation, JdbcUrls}
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.plan.sqltext.tokens.SqlDialect
import io.headwater.util.{Accessors, ClassNames}

/** Spark's JDBC source, and connectors with the same options: `url`, and `dbtable` or `query`. The value of
  * `dbtable` is a name, a subquery in brackets, or anything else that is valid after `FROM`.
  */
object Jdbc
    extends Connector(
      "org.apache.spark.sql.execution.datasources.jdbc.",
      "io.github.spark_redshift_community.spark.redshift.", // Redshift
      "com.databricks.spark.redshift.",
      "com.databricks.spark.sqldw.", // Azure Synapse
      "com.microsoft.sqlserver.jdbc.spark." // SQL Server and Azure SQL
    ) {
  override val shortNames: Set[String] = Set("jdbc", "redshift", "sqldw")

  /** The key of the conditions of `spark.read.jdbc(url, table, predicates)`. No option has this name. */
  private val predicates = "predicates of the partitions"

  /** The conditions of the partitions, of which each reads the rows that meet its own. No option has them. */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (ClassNames.simple(relation) != "JDBCRelation") Map.empty // not public in Spark 3.3
    else {
      val parts = new Accessors(relation).value[Array[Partition]]("parts").toVector
      val conditions = parts.collect { case JDBCPartition(where, _) if where != null => s"($where)" }
      if (conditions.isEmpty) Map.empty else Map(predicates -> conditions.mkString(" OR "))
    }

  def source(options: ConnectorOptions): RemoteDataset = {
    val url = options("url").getOrElse("")
    val location = JdbcUrls.location(url, options.toMap)
    // the conditions that Spark makes for a partition column leave out no row
    val where = options(predicates).filter(_ => options("partitionColumn").isEmpty).fold("")(" WHERE " + _)
    options("dbtable").filter(name => where.isEmpty && isName(name)) match {
      case Some(name) => RemoteDataset.table(location.table(name))
      case None =>
        val prefix = options("prepareQuery").fold("")(_ + " ")
        options("query").orElse(options("dbtable").map("SELECT * FROM " + _ + where)) match {
          case Some(text) => query(url, prefix + text, location)
          case None => RemoteDataset.Unresolved("the options name neither a table nor a query")
        }
    }
  }

  private def query(url: String, text: String, location: JdbcLocation): RemoteDataset = {
    val scheme = url.replaceFirst("^(?i)jdbc:", "").takeWhile(c => c != ':' && c != '+')
    RemoteDataset.Query(text, SqlDialect.of(scheme), parts => location.table(parts): DatasetId)
  }

  /** Whether the text is only a name. Whitespace outside quotes means an alias or a join. */
  private def isName(table: String): Boolean =
    !table.startsWith("(") &&
      !table.replaceAll("\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\]", "q").exists(Character.isWhitespace(_))
}
