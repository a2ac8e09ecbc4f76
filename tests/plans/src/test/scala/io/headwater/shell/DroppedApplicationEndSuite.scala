package io.headwater.shell

import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkConf
import org.apache.spark.scheduler.{SparkListenerApplicationEnd, SparkListenerApplicationStart}
import org.scalatest.funsuite.AnyFunSuite

import io.openlineage.spark.agent.OpenLineageSparkListener

/** Applications whose end the full queue of Spark's listener bus has dropped. */
final class DroppedApplicationEndSuite extends AnyFunSuite {
  import DroppedApplicationEndSuite._
  private val folder = Files.createTempDirectory("dropped_application_end")

  private def types(events: Path): Seq[String] =
    Files.readAllLines(events).asScala.toSeq.map { line =>
      val name = "\"eventType\":\""
      line.drop(line.indexOf(name) + name.length).takeWhile(_ != '"')
    }

  test("it ends when the listener of the next application is made, once") {
    val (first, second) = (folder.resolve("first.jsonl"), folder.resolve("second.jsonl"))
    val ended = begun("dropped-1", first)
    val next = begun("dropped-2", second)
    assert(types(first) == Seq("START", "COMPLETE"))
    Seq(ended, next).foreach(_.onEvent(SparkListenerApplicationEnd(2L)))
    assert(types(first) == Seq("START", "COMPLETE"))
    assert(types(second) == Seq("START", "COMPLETE"))
  }

  /** The exit code of a JVM of the main class, and what it prints. */
  private def exit(arguments: String*): (Int, String) = {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val main = classOf[DroppedApplicationEndSuite].getName.replace("Suite", "Main")
    val command = Seq(java, "-cp", System.getProperty("java.class.path"), main) ++ arguments
    val output = folder.resolve("output.txt").toFile
    val process =
      new ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(output).start()
    assert(process.waitFor(60, TimeUnit.SECONDS))
    (process.exitValue, new String(Files.readAllBytes(output.toPath), "UTF-8"))
  }

  test("it ends when the JVM exits, and the exit code stays") {
    val events = folder.resolve("exit.jsonl")
    val (code, output) = exit(events.toString)
    assert(code == 7, output)
    assert(types(events) == Seq("START", "COMPLETE"), output)
    assert(output.contains("the end of the application has not come"))
  }

  test("an application that has ended has no hook any more") {
    val events = folder.resolve("ended.jsonl")
    val (code, output) = exit(events.toString, "ended")
    assert(code == 7, output)
    assert(types(events) == Seq("START", "COMPLETE"), output)
    assert(!output.contains("the end of the application has not come"))
  }
}

private object DroppedApplicationEndSuite {

  /** The listener of an application that has started. */
  def begun(id: String, events: Path): OpenLineageSparkListener = {
    val conf = new SparkConf(false)
      .set("spark.app.id", id)
      .set("spark.openlineage.transport.type", "file")
      .set("spark.openlineage.transport.location", events.toString)
    val listener = new OpenLineageSparkListener(conf)
    listener.onEvent(SparkListenerApplicationStart(id, Some(id), 1L, "user", None))
    listener
  }
}

/** A program whose listener does not get the end of the application, unless there is a second argument. */
object DroppedApplicationEndMain {
  def main(arguments: Array[String]): Unit = {
    val listener = DroppedApplicationEndSuite.begun("exit-1", Paths.get(arguments(0)))
    if (arguments.length > 1) listener.onEvent(SparkListenerApplicationEnd(2L))
    sys.exit(7)
  }
}
