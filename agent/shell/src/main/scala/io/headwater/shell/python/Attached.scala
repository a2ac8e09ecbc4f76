package io.headwater.shell.python

import java.util.concurrent.ConcurrentHashMap

import com.fasterxml.jackson.databind.node.ObjectNode

/** Lets a user's own PySpark process find the agent of its application. The only state that is shared between
  * applications of one JVM; each adds itself and is removed when it ends.
  */
private[python] object Attached {
  private val applications = new ConcurrentHashMap[String, PythonExtensions]

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
    val found = find(application)
      .toRight(
        "Headwater is not running for this application: it is off (see the driver's log), or the listener " +
          "io.openlineage.spark.agent.OpenLineageSparkListener is not in spark.extraListeners"
      )
    val answer: ObjectNode = found.flatMap(_.access()) match {
      case Right((port, token)) => Json.obj().put("port", port).put("token", token)
      case Left(why) => Json.obj().put("error", why)
    }
    answer.toString
  }
}
