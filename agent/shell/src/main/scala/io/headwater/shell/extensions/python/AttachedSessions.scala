package io.headwater.shell.extensions.python

import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.json.Json

/** Lets a user's own PySpark process find the agent of its application. The only state that is shared between
  * applications of one JVM; each adds itself and is removed when it ends. An application's first line of Python may
  * come before its agent is there: `open` waits for agents that are still starting.
  */
private[shell] object AttachedSessions {
  private val applications = new ConcurrentHashMap[String, PythonExtensions]
  private val starting = new AtomicInteger

  /** An agent has been made; `started` follows, whatever becomes of it. */
  def starts(): Unit = {
    starting.incrementAndGet()
    ()
  }

  def started(): Unit = synchronized {
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

  /** See docs/python-bridge.md: JSON with `port` and `token`, or with `error`. */
  def open(application: String): String = {
    await(application, System.nanoTime + patience.toNanos)
    val found = find(application).toRight(
      "Headwater is not running for this application: it is off (see the driver's log), or the listener " +
        "io.openlineage.spark.agent.OpenLineageSparkListener is not in spark.extraListeners"
    )
    val answer: ObjectNode = found.flatMap(_.access()) match {
      case Right((port, token)) => Json.obj().put("port", port).put("token", token)
      case Left(why) => Json.obj().put("error", why)
    }
    answer.toString
  }

  @tailrec private def await(application: String, end: Long): Unit = {
    val left = (end - System.nanoTime) / 1000000
    if (find(application).isEmpty && starting.get > 0 && left > 0) {
      synchronized(if (starting.get > 0) wait(math.min(left, look)))
      await(application, end)
    }
  }

  private val patience = Duration.ofSeconds(10)
  private val look = 100L // milliseconds
}
