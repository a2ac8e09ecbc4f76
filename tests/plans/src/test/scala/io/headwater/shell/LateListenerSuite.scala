package io.headwater.shell

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import org.apache.spark.scheduler.{SparkListenerApplicationEnd, SparkListenerApplicationStart}
import org.apache.spark.{HeadwaterTestBus, SparkConf}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.shell.extensions.python.Attach
import io.openlineage.spark.agent.OpenLineageSparkListener

/** A program may add the listener by `SparkContext.addSparkListener`, long after the start of the application. */
final class LateListenerSuite extends AnyFunSuite {
  private val spark = TestSpark.spark
  private val folder = Files.createTempDirectory("late_listener")

  private def listener(events: Path, conf: SparkConf): OpenLineageSparkListener = {
    conf.set("spark.openlineage.transport.type", "file")
    conf.set("spark.openlineage.transport.location", events.toString)
    val added = new OpenLineageSparkListener(conf)
    spark.sparkContext.addSparkListener(added)
    added
  }

  private def end(added: OpenLineageSparkListener): Unit = {
    HeadwaterTestBus.drain(spark.sparkContext)
    spark.sparkContext.removeSparkListener(added)
    added.onEvent(SparkListenerApplicationEnd(System.currentTimeMillis))
  }

  private def types(events: Path): Seq[String] =
    if (!Files.exists(events)) Nil
    else
      Files.readAllLines(events).asScala.toSeq.map { line =>
        val name = "\"eventType\":\""
        line.drop(line.indexOf(name) + name.length).takeWhile(_ != '"')
      }

  private val runs = Seq("START", "START", "COMPLETE", "COMPLETE")
  private def context = spark.sparkContext

  test(
    "the agent starts with the listener, for programs that register extensions; a second one adds nothing"
  ) {
    val (events, others) = (folder.resolve("events.jsonl"), folder.resolve("others.jsonl"))
    val first = listener(events, context.getConf)
    assert(!Attach.open(context.applicationId).contains("error"))
    val second = listener(others, context.getConf)
    spark.range(2).write.parquet(s"$folder/a")
    end(second)
    end(first)
    assert(types(events) == runs)
    assert(types(others).isEmpty)
  }

  test("if its SparkConf does not name the application, it starts with the first query") {
    val events = folder.resolve("named.jsonl")
    val added = listener(events, new SparkConf(false))
    spark.range(2).write.parquet(s"$folder/b")
    end(added)
    assert(types(events) == runs)
  }

  /** Spark makes the listeners of `spark.extraListeners` with one `SparkConf`, before the application starts. */
  private def application(id: String, conf: SparkConf, listeners: Int): Unit = {
    conf.set("spark.app.id", id)
    val all = Vector.fill(listeners)(new OpenLineageSparkListener(conf))
    all.foreach(_.onEvent(SparkListenerApplicationStart(id, Some(id), 1L, "user", None)))
    all.foreach(_.onEvent(SparkListenerApplicationEnd(2L)))
  }

  test(
    "a listener that spark.extraListeners names twice sends each event once, also for the next application"
  ) {
    val events = folder.resolve("twice.jsonl")
    val conf = new SparkConf(false)
      .set("spark.openlineage.transport.type", "file")
      .set("spark.openlineage.transport.location", events.toString)
    application("twice-1", conf, listeners = 2)
    assert(types(events) == Seq("START", "COMPLETE"))
    application("twice-2", conf, listeners = 3)
    assert(types(events) == Seq("START", "COMPLETE", "START", "COMPLETE"))
  }
}
