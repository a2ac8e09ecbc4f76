package io.headwater.shell

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.openlineage.spark.agent.OpenLineageSparkListener

/** A program may add the listener by `SparkContext.addSparkListener`, long after the start of the application. */
final class LateListenerSuite extends AnyFunSuite {
  private val spark = TestSpark.spark
  private val folder = Files.createTempDirectory("late_listener")

  private def listener(events: Path): OpenLineageSparkListener = {
    val conf = spark.sparkContext.getConf.set("spark.openlineage.transport.type", "file")
    val added =
      new OpenLineageSparkListener(conf.set("spark.openlineage.transport.location", events.toString))
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

  test(
    "the agent starts with the first query that the listener hears of, and a second listener adds nothing"
  ) {
    val (events, others) = (folder.resolve("events.jsonl"), folder.resolve("others.jsonl"))
    val added = listener(events)
    spark.range(2).write.parquet(s"$folder/a")
    HeadwaterTestBus.drain(spark.sparkContext)
    val second = listener(others)
    spark.range(2).write.parquet(s"$folder/b")
    end(second)
    end(added)
    assert(types(events) == Seq("START", "START", "COMPLETE", "START", "COMPLETE", "COMPLETE"))
    assert(types(others).isEmpty)
  }
}
