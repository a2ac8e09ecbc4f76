package io.headwater.shell.context

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.naming.{Glue, SeenTables, SeenVariables}
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.{Frames, Surroundings}
import io.headwater.shell.python.DeclaredFunctions

/** What the walk must know of the session that a plan is of. `tables` and `frames` belong to the worker's thread alone.
  * `described`: see [[Surroundings]].
  */
final class Sessions(shim: SparkShim, tables: SeenTables, frames: Frames, described: Boolean) {

  private val databases = new Databases(shim)
  private val variables = new SeenVariables

  def of(query: QueryExecution): Surroundings =
    of(shim.conf(query, _), shim.hadoop(query, _)).copy(databases = Some(databases.location(query)))

  /** Of a streaming query, which has a session and no execution of its own. */
  def of(session: SparkSession): Surroundings =
    of(session.conf.getOption(_), key => Option(session.sparkContext.hadoopConfiguration.get(key)))

  private def of(conf: String => Option[String], hadoop: String => Option[String]): Surroundings =
    Surroundings(
      tables = tables,
      variables = variables,
      warehouse = conf("spark.sql.warehouse.dir"),
      metastore = conf("spark.sql.catalogImplementation").filter(_ == "hive").flatMap(_ => metastore(hadoop)),
      glue = Glue.of(conf, hadoop, sys.env),
      conf = conf,
      frames = frames,
      declared = DeclaredFunctions.find,
      described = described
    )

  /** An embedded metastore has no address: its tables go by the warehouse. */
  private def metastore(hadoop: String => Option[String]): Option[String] =
    hadoop("hive.metastore.uris").map(_.trim).filter(_.nonEmpty)
}

object Sessions {

  /** For a walk on another thread: it shares nothing with the worker's. */
  def alone(surroundings: Surroundings): Surroundings =
    surroundings.copy(tables = new SeenTables, variables = new SeenVariables, frames = Frames.none)
}
