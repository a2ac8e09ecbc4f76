package io.headwater.shell

import java.util.concurrent.ConcurrentLinkedQueue

import org.apache.logging.log4j.LogManager
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.Property
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.spark.SparkConf
import org.apache.spark.scheduler.SparkListenerApplicationStart
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor
import io.headwater.shell.capture.Captured
import io.headwater.shell.logging.Guard
import io.headwater.shell.meters.Meters
import io.headwater.util.JavaCollections

/** What the driver's log says of a configuration that cannot be used. */
final class SwitchedOffLogSuite extends AnyFunSuite {

  private final class Lines extends AbstractAppender("lines", null, null, false, Property.EMPTY_ARRAY) {
    private val all = new ConcurrentLinkedQueue[String]
    override def append(event: LogEvent): Unit = { all.add(event.getMessage.getFormattedMessage); () }
    def found: Vector[String] = JavaCollections.vector(all)
  }

  /** What an application with these settings of the transport `http` logs. */
  private def logged(settings: (String, String)*): Vector[String] = {
    val conf = (Vector("type" -> "http", "url" -> "http://127.0.0.1:1") ++ settings)
      .foldLeft(new SparkConf(false)) { case (c, (k, v)) => c.set(s"spark.openlineage.transport.$k", v) }
    val logger = LogManager.getLogger(classOf[ApplicationAgent]).asInstanceOf[Logger]
    val lines = new Lines
    lines.start()
    logger.addAppender(lines)
    try {
      val agent = new ApplicationAgent(conf, new Guard, _ => (), new Meters)
      agent.offer(Captured.ApplicationStarted(SparkListenerApplicationStart(
        "app",
        Some("app-1"),
        0L,
        "me",
        None
      )))
      agent.stop(Captured.ApplicationEnded(1L, None))
      agent.close()
    } finally logger.removeAppender(lines)
    lines.found.filter(_.startsWith("Headwater is off for this application."))
  }

  test("the line of a key with the name of a secret has the whole fix") {
    val at = "spark.openlineage.transport"
    val fixes = Vector(
      logged("auth.type" -> "api_key") -> s"$at.auth.apiKey: missing; auth.type api_key requires it.",
      logged("auth.type" -> "jwt", "auth.apiKey" -> "PW1") ->
        s"$at.auth.tokenEndpoint: missing; auth.type jwt requires it.",
      logged(
        "auth.type" -> "apiKey"
      ) -> s"""$at.auth.type is "apiKey": neither api_key nor jwt, nor a class on the driver's class path."""
    )
    for ((lines, fix) <- fixes) {
      assert(lines.size == 1 && lines.head.startsWith(s"Headwater is off for this application. $fix"), lines)
      assert(!lines.head.contains("PW1"))
    }
  }

  test("the line of a value with a secret does not have it") {
    val lines = logged("proxy" -> "http://me:PW1@proxy.example", "headers.X-Token" -> "PW1")
    assert(lines.size == 1 && lines.head.contains("proxy.example") && !lines.head.contains("PW1"), lines)
    val key = logged("timeoutInMillis" -> "password=PW1")
    assert(key.size == 1 && key.head.contains(Redactor.replacement) && !key.head.contains("PW1"), key)
  }
}
