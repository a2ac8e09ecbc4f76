package io.headwater.shell.session

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.session.{GlueCatalog, LineageCache, SeenTables, SeenVariables, SessionContext}
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.environment.DatabaseLocations
import io.headwater.shell.extensions.python.DeclaredFunctions

/** Creates the [[SessionContext]] for the walk over a plan.
  *
  * @param tables
  *   used on the worker thread only, as `cachedLineage`
  * @param descriptions
  *   see [[SessionContext]]
  */
final class SessionContexts(
    shim: SparkShim,
    tables: SeenTables,
    cachedLineage: LineageCache,
    descriptions: Boolean
) {

  private val databases = new DatabaseLocations(shim)
  private val variables = new SeenVariables

  def of(query: QueryExecution): SessionContext =
    of(shim.conf(query, _), shim.hadoop(query, _)).copy(databaseLocation = Some(databases.location(query)))

  /** For a streaming query, which has a session but no `QueryExecution` of its own. */
  def of(session: SparkSession): SessionContext =
    of(session.conf.getOption(_), key => Option(session.sparkContext.hadoopConfiguration.get(key)))

  private def of(conf: String => Option[String], hadoop: String => Option[String]): SessionContext =
    SessionContext(
      tables = tables,
      variables = variables,
      warehouse = conf("spark.sql.warehouse.dir"),
      metastore = conf("spark.sql.catalogImplementation").filter(_ == "hive").flatMap(_ =>
        SessionContexts.metastore(conf, hadoop)
      ),
      glue = GlueCatalog.of(conf, hadoop, sys.env),
      conf = conf,
      cachedLineage = cachedLineage,
      declarations = DeclaredFunctions.find,
      descriptions = descriptions
    )

}

object SessionContexts {

  /** The address of the metastore. An embedded one has none; its tables are named by the warehouse. Spark's own key
    * comes first, as in the published agent.
    */
  private[session] def metastore(
      conf: String => Option[String],
      hadoop: String => Option[String]
  ): Option[String] =
    conf("spark.sql.hive.metastore.uris").orElse(hadoop("hive.metastore.uris")).map(_.trim).filter(_.nonEmpty)

  /** A context for a walk on another thread: it shares no state with the worker thread. */
  def isolated(context: SessionContext): SessionContext =
    context.copy(tables = new SeenTables, variables = new SeenVariables, cachedLineage = LineageCache.none)
}
