package io.headwater.shell.extensions.python

import java.time.Duration
import java.util.concurrent.ConcurrentHashMap

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.json.Json
import io.headwater.util.TimeLimit

/** Lets the user's own PySpark process find the agent of its application. This is the only state that applications of
  * one JVM share. Each application adds itself and is removed at its end. The first Python line of an application may
  * run before its agent has started; so `open` waits while its agent is starting.
  */
private[shell] object RunningApplications {
  private val applications = new ConcurrentHashMap[String, PythonExtensions]
  private val starting = ConcurrentHashMap.newKeySet[String]
  private val startTimeout = Duration.ofSeconds(10)
  private val pollMillis = 100L

  /** An agent has been created. `agentStarted` follows, also if the start of the agent fails; it does not if Spark gives the
    * application up before, so other applications do not wait for it.
    */
  def agentStarting(application: String): Unit = {
    starting.add(application)
    ()
  }

  def agentStarted(application: String): Unit = synchronized {
    starting.remove(application)
    notifyAll()
  }

  def add(application: String, extensions: PythonExtensions): Unit = {
    applications.put(application, extensions)
    ()
  }

  def remove(application: String): Unit = {
    applications.remove(application)
    ()
  }

  /** Whether the application has an agent that runs or is starting. */
  def isKnown(application: String): Boolean =
    starting.contains(application) || applications.containsKey(application)
  def find(application: String): Option[PythonExtensions] = Option(applications.get(application))

  /** The access to the gateway of an application (docs/python-bridge.md): JSON with `port` and `token`, or with
    * `error`.
    */
  def open(application: String): String = {
    await(application, TimeLimit.in(startTimeout))
    val found = find(application).toRight(
      "Headwater is not running for this application: it is off (see the driver's log), or the listener " +
        "io.openlineage.spark.agent.OpenLineageSparkListener is not in spark.extraListeners"
    )
    val answer: ObjectNode = found.flatMap(_.access()) match {
      case Right((port, token)) => Json.obj().put("port", port).put("token", token)
      case Left(reason) => Json.obj().put("error", reason)
    }
    answer.toString
  }

  @tailrec private def await(application: String, limit: TimeLimit): Unit = {
    val left = limit.leftMillis
    if (find(application).isEmpty && starting.contains(application) && left > 0) {
      synchronized(if (starting.contains(application)) wait(math.min(left, pollMillis)))
      await(application, limit)
    }
  }
}
