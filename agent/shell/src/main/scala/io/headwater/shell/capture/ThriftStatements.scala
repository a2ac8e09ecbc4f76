package io.headwater.shell.capture

import org.apache.spark.scheduler.SparkListenerEvent

import io.headwater.util.{Accessors, BoundedMap}

/** The statements of a Thrift server. Used on the worker thread only. */
final class ThriftStatements {
  import ThriftStatements._
  private val byGroup = new BoundedMap[String, ClientSession](maxStatements)

  /** The statements that run, by id; with their texts. */
  private val running = new BoundedMap[String, (String, ClientSession)](maxStatements)

  def changed(event: SparkListenerEvent): Unit = {
    val statement = new Accessors(event)
    def text(name: String): String = Option(statement.value[String](name)).getOrElse("")
    if (event.getClass.getName == start) {
      val session = ClientSession("thrift", text("userName"), text("sessionId"), text("id"))
      started(session, text("groupId"), text("statement"))
    } else if (ends(event.getClass.getName)) ended(text("id"))
  }

  private[capture] def started(session: ClientSession, group: String, text: String): Unit = {
    byGroup(group) = session
    running(session.operation) = text -> session
  }

  private[capture] def ended(id: String): Unit = {
    running.remove(id)
    ()
  }

  /** The session of a query or job: a Connect client's by its tags, a JDBC client's by its job group. On Spark 3.5 the start
    * of a query does not tell the group. Its description is the text of the statement, which is enough if no other
    * statement with that text runs.
    */
  def session(tags: Set[String], group: Option[String], description: Option[String]): Option[ClientSession] =
    ClientSession.ofConnect(tags).orElse(
      if (group.isDefined) group.flatMap(byGroup.get) else description.flatMap(onlyOneOf)
    )

  private def onlyOneOf(text: String): Option[ClientSession] =
    running.values.collect { case (`text`, session) => session }.toVector match {
      case Vector(one) => Some(one)
      case _ => None
    }
}

object ThriftStatements {
  private val maxStatements = 10000
  private val operation = "org.apache.spark.sql.hive.thriftserver.ui.SparkListenerThriftServerOperation"
  private val start = operation + "Start"
  private val ends = Set("Finish", "Error", "Canceled", "Timeout", "Closed").map(operation + _)

  /** Whether Spark posts this event at the start or at the end of a statement. */
  def isOfStatement(event: SparkListenerEvent): Boolean = {
    val name = event.getClass.getName
    name == start || ends(name)
  }
}
