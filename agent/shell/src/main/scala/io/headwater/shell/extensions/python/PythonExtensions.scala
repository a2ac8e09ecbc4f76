package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.SparkConf

import io.headwater.model.{Application, ExtensionError, RunEvent}
import io.headwater.redaction.{Redactor, ValueScanner => _}
import io.headwater.shell.config.{AgentConfig, PythonConfig}
import io.headwater.shell.extensions.python.peers.{Bridge, LiveNodes, Peer, PythonHost, PythonInterpreter}
import io.headwater.shell.extensions.snapshot.{
  Hook,
  Hooks,
  NodeValues,
  Nodes,
  Request,
  Subject,
  Subjects,
  Summary
}
import io.headwater.shell.extensions.{EmittedFacetStore, ExtensionRequest, ExtensionResponse, Extensions}
import io.headwater.shell.json.Json

/** Asks Python, in one round trip an event and peer. Whatever goes wrong there is an error in the answer, and none of
  * the agent's. On the worker's thread only.
  */
final class PythonExtensions(
    bridge: Bridge,
    host: Option[PythonHost],
    config: PythonConfig,
    redactor: Redactor,
    forget: () => Unit
) extends Extensions {
  @volatile private var end = Option.empty[Long] // nanoseconds; set when the application ends
  private val summary = new Summary(redactor)
  private val subjects = new Subjects(redactor)

  /** Those that are worth asking. The host is waited for while it starts for the first time. */
  private def peers: Vector[Peer] = {
    host.foreach(_.awaitStart(() => patience))
    bridge.peers
  }

  /** Asks visitors of a query's nodes, and builders of what has happened. */
  def consult(question: ExtensionRequest): ExtensionResponse = {
    lazy val told = question.happened(subjects)
    lazy val about = summary.of(question.event, question.run.filter(_ >= 0))
    val asked = peers
    val answers = asked.map(ask(_, about, question.started.map(_._2), told))
    val mute = host.filterNot(_ => asked.exists(_.isHost)).flatMap(_.problem)
      .map(ExtensionError("headwater.host", "start", _))
    val own = ExtensionResponse(Map.empty, Vector.empty, bridge.takeProblems() ++ mute)
    answers.foldLeft(own)(_ ++ _)
  }

  private def ask(
      peer: Peer,
      about: => ObjectNode,
      nodes: Option[Nodes],
      told: => Vector[Subject]
  ): ExtensionResponse = {
    val request = new Request(peer.hooks, nodes, told)
    if (request.isEmpty) ExtensionResponse.none
    else {
      val values = new NodeValues(redactor, p => nodes.flatMap(_.number(p)))
      val live = new LiveNodes(i => nodes.flatMap(_.node(i)), values)
      answered(peer, request.json(about, values), live, request.extensions)
        .fold(ExtensionResponse(Map.empty, Vector.empty, _), ExtensionResponse.read(_, peer.hooks))
    }
  }

  /** The answer, or one error for each extension that was asked. */
  def answered(
      peer: Peer,
      body: ObjectNode,
      live: LiveNodes,
      extensions: Vector[String]
  ): Either[Vector[ExtensionError], JsonNode] =
    if (peer.rests) Left(Vector.empty) // has been told of, three times
    else
      asked(peer, body, live).left.map(why =>
        extensions.map(ExtensionError(_, Json.text(body, "kind"), why))
      )

  private def asked(peer: Peer, body: ObjectNode, live: LiveNodes): Either[String, JsonNode] =
    if (patience <= 0) Left("the application ends, and there is no time left to ask")
    else peer.ask(body, live, math.min(config.timeout.toMillis, patience))

  /** The application ends: from now on there are so many milliseconds for all that is still to be asked. */
  def hurry(millis: Long): Unit = end = Some(System.nanoTime + millis * 1000000)

  private def patience: Long = end.fold(Long.MaxValue)(e => (e - System.nanoTime) / 1000000)

  /** One that wants what others want, too: peers with hooks of a kind, and these hooks. */
  def having[H <: Hook](of: Hooks => Vector[H]): Vector[(Peer, Vector[H])] =
    peers.map(p => p -> of(p.hooks)).filter(_._2.nonEmpty)

  def about(event: RunEvent): ObjectNode = summary.of(event, None)

  def wantsJobs: Boolean = bridge.peers.exists(p => PythonExtensions.ofJobs.exists(p.hooks.wants))

  /** Where a process can come in: port and token, or why none can. */
  def access(): Either[String, (Int, String)] = bridge.access()

  def emissions: EmittedFacetStore = bridge.emissions

  def close(): Unit = {
    forget()
    host.foreach(_.stop())
    bridge.close()
  }
}

object PythonExtensions {

  /** Those of one application; a host of the agent's own is started where the configuration asks for one. */
  def open(
      config: AgentConfig,
      conf: SparkConf,
      application: Application,
      flush: Long => Unit
  ): PythonExtensions = {
    val bridge = new Bridge(config.python, application, flush)
    val host =
      if (config.python.needsHost) Some(PythonInterpreter.of(config.python, conf, bridge, config.redactor))
      else None
    host.foreach(_.start())
    val forget = () => AttachedSessions.remove(application.id)
    val extensions = new PythonExtensions(bridge, host, config.python, config.redactor, forget)
    AttachedSessions.add(application.id, extensions)
    extensions
  }

  private val ofJobs = Vector("JobStart", "JobEnd", "StageInfo", "Stage", "ActiveJob", "RDD")
}
