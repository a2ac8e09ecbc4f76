package io.headwater.shell.extensions.python

import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.json.Json

/** Lets the user's own PySpark process find the agent of its application. This is the only state that applications of
  * one JVM share. Each application adds itself and is removed at its end. The first Python line of an application may
  * run before its agent has started; so `open` waits while agents are starting.
  */
private[shell] object RunningApplications {
  private val applications = new ConcurrentHashMap[String, PythonExtensions]
  private val starting = new AtomicInteger
  private val startTimeout = Duration.ofSeconds(10)
  private val pollMillis = 100L

  /** An agent has been created. `agentStarted` must follow, also if the start fails. */
  def agentStarting(): Unit = {
    starting.incrementAndGet()
    ()
  }

  def agentStarted(): Unit = synchronized {
    starting.decrementAndGet()
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

  def find(application: String): Option[PythonExtensions] = Option(applications.get(application))

  /** The access to the gateway of an application (docs/python-bridge.md): JSON with `port` and `token`, or with
    * `error`.
    */
  def open(application: String): String = {
    await(application, System.nanoTime + startTimeout.toNanos)
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

  @tailrec private def await(application: String, deadline: Long): Unit = {
    val left = (deadline - System.nanoTime) / 1000000
    if (find(application).isEmpty && starting.get > 0 && left > 0) {
      synchronized(if (starting.get > 0) wait(math.min(left, pollMillis)))
      await(application, deadline)
    }
  }
}
