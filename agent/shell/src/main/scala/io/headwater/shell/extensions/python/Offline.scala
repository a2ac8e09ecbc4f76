package io.headwater.shell.extensions.python

import java.time.Instant
import java.util.UUID

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.emit.EventSerializer
import io.headwater.emit.facets.EventSettings
import io.headwater.model.{Application, EventType, JobId, JobType, RunEvent, RunRef}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules}
import io.headwater.redaction.{Redactor, ValueScanner => _}
import io.headwater.shell.environment.Shims
import io.headwater.shell.extensions.python.peers.LiveNodes
import io.headwater.shell.extensions.snapshot.{Hooks, NodeValues, Nodes, Request, Summary}
import io.headwater.shell.extensions.{ExtensionResponse, ExtensionResults}
import io.headwater.shell.json.Json
import io.headwater.shell.logging.Version
import io.headwater.shell.naming.SqlText

/** The lineage of a query that nobody runs, with what extensions say of it: for `headwater.testing`, in a JVM that need
  * not have the listener. Strings in, strings out; the requests and answers are those of docs/python-bridge.md.
  */
object Offline {
  private val redactor = Redactor.default

  /** What the agent would ask a peer that has said `hello`, at the query's start.
    *
    * @throws java.lang.IllegalArgumentException where `hello` is no JSON
    */
  def request(query: QueryExecution, hello: String): String = {
    val hooks = Hooks.read(parsed("hello", hello))
    val nodes = Nodes.of(query)
    val values = new NodeValues(redactor, nodes.number)
    val about = new Summary(redactor).of(event(query, EventType.Start), Some(0L))
    new Request(hooks, Some(nodes), Vector.empty).json(about, values)
      .put("id", 1L).put("budgetMillis", 60000L).toString
  }

  /** The value at a path of a node of that request: `{"value": …}` or `{"error": "…"}`. */
  def live(query: QueryExecution, node: Int, path: String): String = {
    val nodes = Nodes.of(query)
    val read = new LiveNodes(nodes.node, new NodeValues(redactor, nodes.number))(node, path)
    read.fold(why => Json.obj().put("error", why), v => Json.obj().set[JsonNode]("value", v)).toString
  }

  /** The COMPLETE event that the query would have, as one line of JSON.
    *
    * @param hello  as for `request`
    * @param answer of the peer, `{}` for none
    */
  def lineage(query: QueryExecution, hello: String, answer: String): String = {
    val said = ExtensionResponse.read(parsed("answer", answer), Hooks.read(parsed("hello", hello)))
    val consulted = new ExtensionResults(Nodes.of(query), said)
    val shim = Shims.of(SPARK_VERSION).fold(why => throw new IllegalStateException(why), identity)
    val surroundings = SessionContext(
      warehouse = shim.conf(query, "spark.sql.warehouse.dir"),
      conf = shim.conf(query, _),
      declarations = DeclaredFunctions.find,
      databaseLocation = Some(name => Try(shim.location(query, name)).toOption)
    )
    val read = new Lineage(consulted.rules(Rules(shim.rules)), surroundings).of(query.analyzed)
    val complete = event(query, EventType.Complete)
      .copy(lineage = consulted.also(read), additions = consulted.lasting ++ consulted.now)
    new EventSerializer(EventSettings(Version.current), redactor).finish(complete).line
  }

  private def event(query: QueryExecution, eventType: EventType): RunEvent = {
    val run = RunRef(new UUID(0, 0), JobId("default", "offline"))
    val app = Application("offline", "offline", SPARK_VERSION, "local")
    RunEvent(eventType, Instant.EPOCH, run, JobType.sql, app, sql = SqlText.of(query.logical))
  }

  private def parsed(what: String, json: String): JsonNode =
    Json.parse(json).fold(why => throw new IllegalArgumentException(s"$what is $why"), identity)
}
