package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.SparkConf

import io.headwater.model.{Application, ExtensionError}
import io.headwater.redaction.Redactor
import io.headwater.shell.config.{AgentConfig, PythonConfig}
import io.headwater.shell.extensions.python.peers.{Bridge, LiveNodes, Peer, PythonHost, PythonInterpreter}
import io.headwater.shell.extensions.snapshot.{
  EventSummary,
  Getters,
  Hook,
  Hooks,
  NodeValues,
  Nodes,
  Request,
  Subjects
}
import io.headwater.shell.extensions.{
  BoundedCalls,
  EmittedFacetStore,
  ExtensionRequest,
  ExtensionResponse,
  Extensions,
  FailureLog,
  ResponseReader
}
import io.headwater.shell.json.Json
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.meters.ExtensionTimings
import io.headwater.util.TimeLimit

/** The extensions in Python processes. Each event takes one round trip to each process. A failure is an error in the
  * response; it is never thrown. Used on the worker thread only, except `call`, `deliver`
  * and `transport`.
  *
  * @param onClose
  *   removes the application from [[RunningApplications]]
  */
final class PythonExtensions(
    bridge: Bridge,
    host: Option[PythonHost],
    config: PythonConfig,
    redactor: Redactor,
    timings: ExtensionTimings,
    onClose: () => Unit
) extends Extensions {
  @volatile private var limit = Option.empty[TimeLimit] // set when the application ends
  private val log = new FailureLog(redactor)
  private val getters = new Getters(
    config.getters,
    new BoundedCalls(Getters.limit, Thread.currentThread.getContextClassLoader, redactor, timings).getter
  )

  /** The form in which extensions see events. */
  val summary = new EventSummary(redactor)
  private val subjects = new Subjects(redactor)

  /** The connected processes. Waits for the host while it starts for the first time. */
  def connected: Vector[Peer] = {
    host.foreach(_.awaitStart(() => remainingMillis))
    bridge.peers
  }

  /** Calls visitors for the nodes of a query, and builders for Spark objects. */
  def consult(request: ExtensionRequest): ExtensionResponse = {
    lazy val allSubjects = request.subjects(subjects)
    lazy val eventJson = summary.of(
      request.event,
      request.execution.collect { case SparkExecution.Query(executionId) => executionId }
    )
    val nodes = request.start.map(_._2)
    val all = connected
    val responses = all.map { peer =>
      val hooks = if (request.onlyOfSubjects) peer.hooks.onlyOfSubjects else peer.hooks
      consult(peer, new Request(hooks, nodes, allSubjects), eventJson, nodes)
    }
    val hostError = host.filterNot(_ => all.exists(_.isHost)).flatMap(_.problem)
      .map(ExtensionError("headwater.host", "start", _))
    val response =
      responses.foldLeft(ExtensionResponse.ofErrors(bridge.takeProblems() ++ hostError))(_ ++ _)
    response.copy(facets = summary.unredacted(response.facets, request.event))
  }

  private def consult(
      peer: Peer,
      request: Request,
      eventJson: => ObjectNode,
      nodes: Option[Nodes]
  ): ExtensionResponse =
    if (request.isEmpty) ExtensionResponse.none
    else {
      val values = new NodeValues(redactor, p => nodes.flatMap(_.number(p)), getters)
      val live = new LiveNodes(i => nodes.flatMap(_.node(i)), values)
      call(peer, request.json(eventJson, values), live, request.extensions)
        .fold(ExtensionResponse.ofErrors, read(_, peer))
    }

  /** Logs what this reader refuses; the process itself logs its own errors. */
  private def read(answer: JsonNode, peer: Peer): ExtensionResponse = {
    val response = ResponseReader.read(answer, peer.hooks)
    response.errors.diff(ResponseReader.errors(answer)).foreach(log(_))
    response
  }

  /** Sends a request to a process. That there is no answer is logged.
    *
    * @param extensions
    *   the extensions that the request calls
    * @return
    *   the answer, or one error for each extension. If the process is suspended there is no error, since earlier events
    *   have reported it
    */
  def call(
      peer: Peer,
      body: ObjectNode,
      live: LiveNodes,
      extensions: Vector[String]
  ): Either[Vector[ExtensionError], JsonNode] =
    if (peer.isSuspended) Left(Vector.empty)
    else {
      val answer = timed(Json.text(body, "kind"), extensions, peer.call(body, live, _))
      answer.left.foreach(_.foreach(log(_)))
      answer
    }

  /** Sends a request to a transport with the spool. It does not wait for the requests for events, nor they for it. The
    * result is as in `call`.
    */
  def deliver(peer: Peer, body: ObjectNode, transport: String): Either[Vector[ExtensionError], JsonNode] =
    if (peer.isSuspended(transport)) Left(Vector.empty)
    else timed(Json.text(body, "kind"), Vector(transport), peer.deliver(transport, body, _))

  private def timed(
      kind: String,
      extensions: Vector[String],
      call: Long => Either[String, JsonNode]
  ): Either[Vector[ExtensionError], JsonNode] = {
    val left = remainingMillis
    val answer =
      if (left <= 0) Left("not called: the application ends, and no time is left")
      else call(math.min(config.timeout.toMillis, left))
    answer match {
      case Right(json) =>
        ResponseReader.timings(json).foreach(t =>
          timings.add(t.extension, t.calls, t.errors, t.millis, t.maxMillis)
        )
      case Left(_) =>
        extensions.foreach(timings.add(_, 1, 1, 0, 0)) // which of them has taken the time is not known
    }
    answer.left.map(reason => extensions.map(ExtensionError(_, kind, reason)))
  }

  /** Limits the time of all remaining calls together; used when the application ends. */
  def limitTo(millis: Long): Unit = limit = Some(TimeLimit.in(millis))

  private def remainingMillis: Long = limit.fold(Long.MaxValue)(_.leftMillis)

  /** The processes that have hooks of a kind, with these hooks. */
  def peersWith[H <: Hook](kind: Hooks => Vector[H]): Vector[(Peer, Vector[H])] = {
    val all = connected
    if (all.isEmpty) Vector.empty else all.map(p => p -> kind(p.hooks)).filter(_._2.nonEmpty)
  }

  /** The transport of an extension, with its process. Any thread may call it; it does not wait. */
  def transport(extension: String): Option[(Peer, Hook.Transport)] = {
    val all = for (p <- bridge.peers; t <- p.hooks.transports) yield p -> t
    all.find { case (_, t) => t.extension == extension && t.spooled }
  }

  def wantsJobs: Boolean =
    host.exists(_.isStarting) || bridge.peers.exists(p =>
      PythonExtensions.jobSubjects.exists(p.hooks.hasBuilderFor)
    )

  def wantsProgress: Boolean = bridge.peers.exists(_.hooks.hasBuilderFor(Subjects.progress))

  /** The port and the token for a process that wants to connect, or the reason why none can. */
  def access(): Either[String, (Int, String)] = bridge.access()

  def emittedFacets: EmittedFacetStore = bridge.emittedFacets

  def close(): Unit = {
    onClose()
    host.foreach(_.stop())
    bridge.close()
  }
}

object PythonExtensions {
  private val jobSubjects = Vector("JobStart", "JobEnd", "StageInfo", "Stage", "ActiveJob", "RDD")

  /** Opens the extensions of one application. The agent starts a host process if the configuration needs one.
    *
    * @param flush
    *   waits at most so many milliseconds until the agent has processed all events of Spark
    */
  def open(
      config: AgentConfig,
      conf: SparkConf,
      application: Application,
      flush: Long => Unit,
      timings: ExtensionTimings
  ): PythonExtensions = {
    val bridge = new Bridge(config.python, application, flush)
    val host =
      if (config.python.needsHost) Some(PythonInterpreter.host(config.python, conf, bridge, config.redactor))
      else None
    host.foreach(_.start())
    val onClose = () => RunningApplications.remove(application.id)
    val extensions = new PythonExtensions(bridge, host, config.python, config.redactor, timings, onClose)
    RunningApplications.add(application.id, extensions)
    extensions
  }
}
