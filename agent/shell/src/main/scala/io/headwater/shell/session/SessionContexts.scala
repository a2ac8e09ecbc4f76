package io.headwater.shell.session

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.session.{GlueCatalog, LineageCache, SeenTables, SeenVariables, SessionContext}
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.environment.DatabaseLocations
import io.headwater.shell.extensions.python.DeclaredFunctions

/** What the walk must know of the session that a plan is of. `tables` and `frames` belong to the worker's thread alone.
  * `described`: see [[SessionContext]].
  */
final class SessionContexts(shim: SparkShim, tables: SeenTables, frames: LineageCache, described: Boolean) {

  private val databases = new DatabaseLocations(shim)
  private val variables = new SeenVariables

  def of(query: QueryExecution): SessionContext =
    of(shim.conf(query, _), shim.hadoop(query, _)).copy(databaseLocation = Some(databases.location(query)))

  /** Of a streaming query, which has a session and no execution of its own. */
  def of(session: SparkSession): SessionContext =
    of(session.conf.getOption(_), key => Option(session.sparkContext.hadoopConfiguration.get(key)))

  private def of(conf: String => Option[String], hadoop: String => Option[String]): SessionContext =
    SessionContext(
      tables = tables,
      variables = variables,
      warehouse = conf("spark.sql.warehouse.dir"),
      metastore = conf("spark.sql.catalogImplementation").filter(_ == "hive").flatMap(_ => metastore(hadoop)),
      glue = GlueCatalog.of(conf, hadoop, sys.env),
      conf = conf,
      cachedLineage = frames,
      declarations = DeclaredFunctions.find,
      descriptions = described
    )

  /** An embedded metastore has no address: its tables go by the warehouse. */
  private def metastore(hadoop: String => Option[String]): Option[String] =
    hadoop("hive.metastore.uris").map(_.trim).filter(_.nonEmpty)
}

object SessionContexts {

  /** For a walk on another thread: it shares nothing with the worker's. */
  def alone(surroundings: SessionContext): SessionContext =
    surroundings.copy(tables = new SeenTables, variables = new SeenVariables, cachedLineage = LineageCache.none)
}
