package io.headwater.shell.environment

import scala.util.Try

import org.apache.spark.sql.SparkSession

import io.headwater.util.Accessors

/** The parts of a session that Spark builds at their first use. The agent must not be the first: they copy settings of
  * Hadoop and of the warehouse, which a program may still change.
  */
private[shell] object LazySessionState {

  /** Whether the program has used the session, so that its settings and its catalog can be read. */
  def isBuilt(session: SparkSession): Boolean = part(session, "sessionState").isDefined

  /** What all sessions of an application share, unless it is not built yet. */
  def shared(session: SparkSession): Option[AnyRef] =
    part(session, "sharedState").map(_ => new Accessors(session).value[AnyRef]("sharedState"))

  private def part(session: SparkSession, name: String): Option[AnyRef] =
    Try(new Accessors(session).field[AnyRef](name)).toOption.flatMap(Option(_))
}
