package io.headwater.shell.extensions.python.peers

import java.util.UUID
import java.util.concurrent.CopyOnWriteArrayList

import scala.collection.mutable

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.SPARK_VERSION

import io.headwater.model.{Application, ExtensionError}
import io.headwater.shell.config.PythonConfig
import io.headwater.shell.extensions.EmittedFacetStore
import io.headwater.shell.extensions.python.gateway.LockedGateway
import io.headwater.shell.extensions.snapshot.Hooks
import io.headwater.shell.json.Json

/** One application's Python processes: who they are, the gateway that they come through, and what their threads call.
  * The gateway is opened for the first that needs it. `flush` waits, so many milliseconds at most, until all that Spark
  * has told has been worked off.
  */
final class Bridge(config: PythonConfig, application: Application, flush: Long => Unit) {
  val emissions = new EmittedFacetStore
  private val all = new CopyOnWriteArrayList[Peer]
  private val problems = mutable.ArrayBuffer.empty[ExtensionError]
  private var gate: Option[LockedGateway] = None // this and `closed`: guarded by the lock
  private var closed = false

  /** Those that can be asked, the host first, then in the order in which they came. */
  def peers: Vector[Peer] = {
    val now = Vector.newBuilder[Peer]
    all.forEach { p => now += p; () }
    now.result().sortBy(p => if (p.isHost) 0 else 1)
  }

  /** What failed outside any event; each is told once. */
  def takeProblems(): Vector[ExtensionError] = synchronized {
    val taken = problems.toVector
    problems.clear()
    taken
  }

  def problem(extension: String, stage: String, message: String): Unit =
    synchronized(problems += ExtensionError(extension, stage, message))

  /** Where a process can come in: port and token.
    *
    * @return or why none can, in words for the user
    */
  def access(): Either[String, (Int, String)] = synchronized {
    if (closed) Left("the application has ended")
    else if (!LockedGateway.isPossible)
      Left("py4j is not on the driver's class path; Spark brings it in its jars folder")
    else {
      val opened = gate.getOrElse {
        val g = new LockedGateway(methods, () => disconnected())
        g.open()
        gate = Some(g)
        g
      }
      Right((opened.port, opened.token))
    }
  }

  def close(): Unit = synchronized {
    closed = true
    peers.foreach(_.leave("the application has ended"))
    gate.foreach(_.close())
    gate = None
  }

  /** The host's process is gone. */
  def hostEnded(why: String): Unit = peers.filter(_.isHost).foreach(drop(_, why))

  /** The session whose exchange a connection's thread has last served: when the connection ends, the process has. */
  private val carried = new ThreadLocal[String]

  private def disconnected(): Unit =
    Option(carried.get).flatMap(peer(_).toOption).foreach(drop(_, "the Python process has ended"))

  private def drop(peer: Peer, why: String): Unit = {
    peer.leave(why)
    all.remove(peer)
    ()
  }

  /** What Python can call (docs/python-bridge.md). */
  private val methods: LockedGateway.Methods = {
    case ("hello", List(json: String)) => hello(json)
    case ("exchange", List(session: String, done: Number, answer: String, wait: Number)) =>
      carried.set(session)
      peer(session).map(_.exchange(done.longValue, answer, wait.longValue))
    case ("flush", List(wait: Number)) =>
      flush(wait.longValue)
      Right("{}")
    case ("update", List(session: String, json: String)) =>
      for { p <- peer(session); said <- Json.parse(json) } yield {
        p.update(Hooks.read(said))
        "{}"
      }
    case ("live", List(session: String, request: Number, node: Number, path: String)) =>
      peer(session).map { p =>
        p.live(request.longValue, node.intValue, path) match {
          case Right(value) => Json.obj().set[ObjectNode]("value", value).toString
          case Left(why) => Json.obj().put("error", why).toString
        }
      }
    case ("emit", List(json: String)) => Json.parse(json).map(j => accepted(emissions.emit(j)))
    case ("scope", List(json: String)) => Json.parse(json).map(j => accepted(emissions.scope(j)))
    case ("terminated", List(json: String)) =>
      Json.parse(json).map(j => Json.obj().put("terminated", emissions.terminated(j)).toString)
    case ("goodbye", List(session: String)) =>
      peer(session).map { p =>
        drop(p, "the Python process has left")
        "{}"
      }
  }

  private def hello(json: String): Either[String, String] = Json.parse(json).flatMap { said =>
    if (said.path("protocol").asInt(0) != Bridge.protocol)
      Left(s"protocol ${said.path("protocol").asText}; this agent speaks ${Bridge.protocol}: "
        + "install the Python package and the jar of one release")
    else {
      val hooks = Hooks.read(said)
      hooks.problems.foreach(p => problem(p.extension, p.stage, p.message))
      val session = UUID.randomUUID.toString
      all.add(new Peer(session, Json.text(said, "kind") == "host", hooks, config.maxAnswerBytes))
      val app = Json.obj().put("id", application.id).put("name", application.name)
      Right(
        Json.obj().put("session", session).put("protocol", Bridge.protocol).put("spark", SPARK_VERSION)
          .put("maxAnswerBytes", config.maxAnswerBytes).set[ObjectNode]("application", app).toString
      )
    }
  }

  private def peer(session: String): Either[String, Peer] =
    peers.find(_.session == session).toRight("there is no such session; say hello again")

  private def accepted(taken: Either[String, Unit]): String = taken match {
    case Right(_) => Json.obj().put("accepted", true).toString
    case Left(why) => Json.obj().put("accepted", false).put("reason", why).toString
  }
}

object Bridge {
  val protocol = 1
}
