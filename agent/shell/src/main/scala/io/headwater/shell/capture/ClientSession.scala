package io.headwater.shell.capture

import io.headwater.shell.naming.AgentJobTag

/** Who runs a query on a server that several users share.
  *
  * @param server `connect` or `thrift`
  * @param operation the id of the operation (Connect) or of the statement (Thrift server)
  * @param tags the tags that the client has added (Connect), without those that tell the agent something
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
  private val operationPrefix = "SparkConnect_OperationTag_User_"
  private val operationTag = s"(?s)$operationPrefix(.*)_Session_($uuid)_Operation_($uuid)".r

  /** The session of a Connect client. Its server tags the jobs of each operation (`ExecuteJobTag` of Spark Connect), and
    * puts the user and the session before each tag of the client (`ExecuteSessionTag`).
    */
  def ofConnect(tags: Set[String]): Option[ClientSession] =
    tags.iterator.filter(_.startsWith(operationPrefix)).collectFirst {
      case operationTag(user, session, operation) =>
        val prefix = s"SparkConnect_SessionTag_User_${user}_Session_${session}_Tag_"
        val own = tags.toVector.filter(_.startsWith(prefix)).map(_.stripPrefix(prefix))
        ClientSession("connect", user, session, operation, own.filterNot(AgentJobTag.is).sorted)
    }
}
