package io.headwater.shell.dryrun

import java.time.Instant
import java.util.UUID

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.config.ConfigTree
import io.headwater.emit.EventSerializer
import io.headwater.emit.facets.EventSettings
import io.headwater.model.{Application, DatasetRenaming, EventType, JobId, JobType, RunEvent, RunRef}
import io.headwater.plan.{Lineage, Rules}
import io.headwater.redaction.Redactor
import io.headwater.shell.config.{Getter, Version}
import io.headwater.shell.environment.Shims
import io.headwater.shell.extensions.python.peers.LiveNodes
import io.headwater.shell.extensions.snapshot.{EventSummary, Getters, Hooks, NodeValues, Nodes, Request}
import io.headwater.shell.extensions.{BoundedCalls, ExtendedWalk, ResponseReader}
import io.headwater.shell.json.Json
import io.headwater.shell.meters.ExtensionTimings
import io.headwater.shell.naming.SqlText
import io.headwater.shell.session.SessionContexts

/** The lineage of a query that is not executed, with the results of extensions. For `headwater.testing`, also in a
  * JVM without the listener. Parameters and results are strings; requests and answers are those of
  * docs/python-bridge.md.
  */
object DryRun {
  private val redactor = Redactor.default
  private lazy val shim =
    Shims.of(SPARK_VERSION).fold(reason => throw new IllegalStateException(reason), identity)

  /** The request that the agent would send to a Python process at the start of the query.
    *
    * @param hello
    *   the message by which the process introduces itself
    * @throws java.lang.IllegalArgumentException
    *   if `hello` is no JSON object
    */
  def request(query: QueryExecution, hello: String): String = {
    val hooks = Hooks.read(parse("hello", hello))
    val nodes = Nodes.of(query)
    val values = nodeValues(query, nodes)
    val summary = new EventSummary(redactor).of(event(query, EventType.Start), Some(0L))
    new Request(hooks, Some(nodes), Vector.empty).json(summary, values)
      .put("id", 1L).put("budgetMillis", 60000L).toString
  }

  /** The value at a path of a node of this request: `{"value": …}` or `{"error": "…"}`. */
  def live(query: QueryExecution, node: Int, path: String): String = {
    val nodes = Nodes.of(query)
    val read = new LiveNodes(nodes.node, nodeValues(query, nodes))(node, path)
    read.fold(reason => Json.obj().put("error", reason), v => Json.obj().set[JsonNode]("value", v)).toString
  }

  /** The COMPLETE event that the query would have, as one line of JSON.
    *
    * @param hello
    *   as for `request`
    * @param answer
    *   the answer of the process, or `{}`
    */
  def lineage(query: QueryExecution, hello: String, answer: String): String = {
    val response = ResponseReader.read(parse("answer", answer), Hooks.read(parse("hello", hello)))
    val walk = new ExtendedWalk(Nodes.of(query), response)
    val session = shim.session(query)
    val context = SessionContexts.ofSession(session, shim).copy(
      descriptions = true,
      databaseLocation = Some(name => Try(shim.location(session, name)).toOption)
    )
    val found = walk.result(new Lineage(walk.rules(Rules(shim.rules)), context).of(query.analyzed))
    val complete = event(query, EventType.Complete)
      .copy(lineage = found.lineage, additions = found.lasting ++ found.ofStart)
    new EventSerializer(EventSettings(Version.current, descriptions = true), redactor)
      .serialize(DatasetRenaming.withAddedNames(complete)).line
  }

  /** The session's setting says which methods paths may call. */
  private def nodeValues(query: QueryExecution, nodes: Nodes): NodeValues = {
    val setting = shim.conf(shim.session(query), "spark.openlineage.python.getters").getOrElse("")
    val calls = new BoundedCalls(
      Getters.limit,
      Thread.currentThread.getContextClassLoader,
      redactor,
      new ExtensionTimings
    )
    val getters = ConfigTree.Leaf(setting).listed.flatMap(Getter.parse(_))
    new NodeValues(redactor, nodes.number, new Getters(getters, calls.getter))
  }

  private def event(query: QueryExecution, eventType: EventType): RunEvent = {
    val run = RunRef(new UUID(0, 0), JobId("default", "dry_run"))
    val app = Application("dry_run", "dry_run", SPARK_VERSION, "local")
    RunEvent(eventType, Instant.EPOCH, run, JobType.sql, app, sql = SqlText.of(query.logical))
  }

  private def parse(name: String, json: String): JsonNode =
    Json.parse(json).fold(reason => throw new IllegalArgumentException(s"$name is $reason"), identity)
}
