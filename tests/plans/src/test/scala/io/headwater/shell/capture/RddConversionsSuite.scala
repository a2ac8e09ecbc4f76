package io.headwater.shell.capture

import java.nio.file.Files
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.ml.feature.Word2Vec
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.sql.Row
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** Executions that only make an RDD of a DataFrame, and those that also read it. */
final class RddConversionsSuite extends AnyFunSuite {
  private val spark = TestSpark.spark
  private val csv =
    Files.write(Files.createTempDirectory("csv").resolve("a.csv"), "id,n\n1,2\n".getBytes).toString

  /** The executions of `run`: the node of each plan, and whether it has a run. */
  private def executions(run: => Any): Vector[(String, Boolean)] = {
    val found = new ConcurrentLinkedQueue[QueryInfo]
    val listener = new SparkListener {
      override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
        case e: SparkListenerSQLExecutionStart => found.add(QueryInfo.of(e)); ()
        case _ => ()
      }
    }
    val context = spark.sparkContext
    context.addSparkListener(listener)
    try run
    finally {
      HeadwaterTestBus.drain(context)
      context.removeSparkListener(listener)
    }
    found.asScala.toVector.map(info => info.node -> info.hasRun)
  }

  private def converted(run: => Any): Vector[Boolean] =
    executions(run).collect { case ("DeserializeToObject" | "AdaptiveSparkPlan", hasRun) => !hasRun }

  /** Whether Spark announces a conversion as an execution: from 4.0 on. */
  private val isAnnounced = spark.version >= "4"

  private def frame = spark.range(4).selectExpr("id AS a", "id * 2 AS b")

  test("the RDD of a DataFrame has no run, also of one with a shuffle") {
    assert(converted(frame.rdd) == Vector(true).filter(_ => isAnnounced))
    assert(converted(frame.repartition(2).toJavaRDD) == Vector(true).filter(_ => isAnnounced))
  }

  test(
    "the conversion that the inference of a schema needs has no run; the query that looks at the first line has one"
  ) {
    assert(executions(spark.read.option("header", true).option("inferSchema", true).csv(csv)) ==
      ("CollectLimit" -> true) +: Vector("DeserializeToObject" -> false).filter(_ => isAnnounced))
  }

  test("the conversion that MLlib needs to train a model has no run") {
    val words = spark.sql("SELECT array('a', 'b', 'a') AS words")
    val training = new Word2Vec().setInputCol("words").setVectorSize(2).setMinCount(0)
    val found = converted(training.fit(words))
    assert(found.nonEmpty == isAnnounced && found.forall(identity))
  }

  test("an action of the rows has a run") {
    assert(converted(frame.foreachPartition((rows: Iterator[Row]) => rows.foreach(_ => ()))) == Vector(false))
    assert(converted(frame.reduce((a, _) => a)) == Vector(false))
  }
}
