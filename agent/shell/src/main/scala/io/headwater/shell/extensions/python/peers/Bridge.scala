package io.headwater.shell.extensions.python.peers

import java.util.UUID

import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.SPARK_VERSION

import io.headwater.model.{Application, ExtensionError}
import io.headwater.shell.config.PythonConfig
import io.headwater.shell.extensions.EmittedFacetStore
import io.headwater.shell.extensions.python.gateway.LockedGateway
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** The Python processes of one application, their gateway, and the methods that they call. The gateway is opened when
  * the first process needs it.
  *
  * @param flush
  *   waits at most so many milliseconds until the agent has processed all events of Spark
  */
final class Bridge(config: PythonConfig, application: Application, flush: Long => Unit) {
  val emittedFacets = new EmittedFacetStore
  @volatile private var connected = Vector.empty[Peer] // the host first; written under the lock
  private val problems = mutable.ArrayBuffer.empty[ExtensionError]
  private var gateway: Option[LockedGateway] = None // the lock guards this field and `closed`
  private var closed = false

  /** The session of the last `hello` or `exchange` on a connection's thread. When the connection ends, its process has
    * ended.
    */
  private val currentSession = new ThreadLocal[String]

  /** The connected processes: the host first, then the others in the order of their connection. */
  def peers: Vector[Peer] = connected

  /** The failures outside events since the last call. */
  def takeProblems(): Vector[ExtensionError] = synchronized {
    val taken = problems.toVector
    problems.clear()
    taken
  }

  /** The port and the token for a process that wants to connect.
    *
    * @return
    *   the reason for the user if no process can connect
    */
  def access(): Either[String, (Int, String)] = synchronized {
    if (closed) Left("the application has ended")
    else if (!LockedGateway.isPossible)
      Left("py4j is not on the driver's class path; Spark brings it in its jars folder")
    else {
      val opened = gateway.getOrElse {
        val g = new LockedGateway(methods, () => disconnected())
        g.open()
        gateway = Some(g)
        g
      }
      Right((opened.port, opened.token))
    }
  }

  def close(): Unit = synchronized {
    closed = true
    peers.foreach(_.disconnect("the application has ended"))
    gateway.foreach(_.close())
    gateway = None
  }

  /** The process of the host has ended. */
  def hostEnded(reason: String): Unit = peers.filter(_.isHost).foreach(remove(_, reason))

  private def disconnected(): Unit =
    Option(currentSession.get).flatMap(peer(_).toOption).foreach(remove(_, "the Python process has ended"))

  private def remove(peer: Peer, reason: String): Unit = {
    peer.disconnect(reason)
    synchronized { connected = connected.filterNot(_ eq peer) }
  }

  /** The methods that Python can call (docs/python-bridge.md, "The gateway"). */
  private[python] val methods: LockedGateway.Methods = {
    case ("hello", List(json: String)) => Json.parse(json).flatMap(hello)
    case ("exchange", List(session: String, done: Number, answer: String, wait: Number)) =>
      currentSession.set(session)
      peer(session).map(_.exchange(done.longValue, answer, wait.longValue))
    case ("deliver", List(session: String, transport: String, done: Number, answer: String, wait: Number)) =>
      peer(session).flatMap { p =>
        if (p.hooks.transports.exists(t => t.spooled && t.extension == transport))
          Right(p.exchange(transport, done.longValue, answer, wait.longValue))
        else Left(s"'$transport' is no transport with the spool")
      }
    case ("flush", List(wait: Number)) =>
      flush(wait.longValue)
      Right("{}")
    case ("update", List(session: String, json: String)) =>
      for { p <- peer(session); hello <- Json.parse(json) } yield {
        p.update(Hooks.read(hello))
        "{}"
      }
    case ("live", List(session: String, request: Number, node: Number, path: String)) =>
      peer(session).map { p =>
        p.live(request.longValue, node.intValue, path) match {
          case Right(value) => Json.obj().set[ObjectNode]("value", value).toString
          case Left(reason) => Json.obj().put("error", reason).toString
        }
      }
    case ("emit", List(json: String)) => Json.parse(json).map(j => accepted(emittedFacets.emit(j)))
    case ("scope", List(json: String)) => Json.parse(json).map(j => accepted(emittedFacets.changeBlock(j)))
    case ("terminated", List(json: String)) =>
      Json.parse(json).map(j => Json.obj().put("terminated", emittedFacets.isTerminated(j)).toString)
    case ("goodbye", List(session: String)) =>
      peer(session).map { p =>
        remove(p, "the Python process has left")
        "{}"
      }
  }

  private def hello(json: JsonNode): Either[String, String] =
    if (json.path("protocol").asInt(0) != Bridge.protocol)
      Left(s"protocol ${json.path("protocol").asText}; the protocol of this agent is ${Bridge.protocol}: "
        + "install the Python package and the jar of one release")
    else {
      val hooks = Hooks.read(json)
      synchronized(problems ++= hooks.problems)
      val session = UUID.randomUUID.toString
      currentSession.set(session)
      val peer = new Peer(session, Json.text(json, "kind") == "host", hooks, config.maxAnswerBytes)
      synchronized { connected = (connected :+ peer).sortBy(p => if (p.isHost) 0 else 1) }
      Right(welcome(session).toString)
    }

  private def welcome(session: String): ObjectNode = {
    val timeouts = Json.obj()
    config.timeouts.foreach { case (extension, millis) => timeouts.put(extension, millis) }
    val app = Json.obj().put("id", application.id).put("name", application.name)
    val out = Json.obj().put("session", session).put("protocol", Bridge.protocol).put("spark", SPARK_VERSION)
      .put("maxAnswerBytes", config.maxAnswerBytes)
    out.set[JsonNode]("timeouts", timeouts)
    out.set[ObjectNode]("application", app)
  }

  private def peer(session: String): Either[String, Peer] =
    peers.find(_.session == session).toRight("there is no such session; say hello again")

  private def accepted(result: Either[String, Unit]): String = result match {
    case Right(_) => Json.obj().put("accepted", true).toString
    case Left(reason) => Json.obj().put("accepted", false).put("reason", reason).toString
  }
}

object Bridge {
  val protocol = 1
}
