package io.headwater.shell.capture

import org.apache.spark.scheduler.SparkListenerEvent

import io.headwater.util.{Accessors, BoundedMap}

/** Who runs a query on a server that several users share.
  *
  * @param server `connect` or `thrift`
  * @param operation the id of the operation (Connect) or of the statement (Thrift server)
  * @param tags the tags that the client has added (Connect)
  */
final case class ClientSession(
    server: String,
    user: String,
    session: String,
    operation: String,
    tags: Vector[String] = Vector.empty
)

object ClientSession {
  private val uuid = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
  private val operationTag = s"(?s)SparkConnect_OperationTag_User_(.*)_Session_($uuid)_Operation_($uuid)".r

  /** The session of a Connect client. Its server tags the jobs of each operation (`ExecuteJobTag` of Spark Connect), and
    * puts the user and the session before each tag of the client (`ExecuteSessionTag`).
    */
  def ofConnect(tags: Set[String]): Option[ClientSession] =
    tags.collectFirst { case operationTag(user, session, operation) =>
      val prefix = s"SparkConnect_SessionTag_User_${user}_Session_${session}_Tag_"
      val own = tags.toVector.filter(_.startsWith(prefix)).map(_.stripPrefix(prefix)).sorted
      ClientSession("connect", user, session, operation, own)
    }
}

/** The statements of a Thrift server that run, by the job group of their queries and jobs. Used on the worker thread only.
  */
final class ThriftStatements {
  private val statements = new BoundedMap[String, ClientSession](ThriftStatements.maxStatements)

  def started(event: SparkListenerEvent): Unit = {
    val statement = new Accessors(event)
    def text(name: String): String = Option(statement.value[String](name)).getOrElse("")
    statements(text("groupId")) = ClientSession("thrift", text("userName"), text("sessionId"), text("id"))
  }

  /** The session of a query or job: a Connect client's by its tags, a JDBC client's by its job group. */
  def session(tags: Set[String], group: Option[String]): Option[ClientSession] =
    ClientSession.ofConnect(tags).orElse(group.flatMap(statements.get))
}

object ThriftStatements {
  private val maxStatements = 10000
  private val operationStart =
    "org.apache.spark.sql.hive.thriftserver.ui.SparkListenerThriftServerOperationStart"

  def isStart(event: SparkListenerEvent): Boolean = event.getClass.getName == operationStart
}
