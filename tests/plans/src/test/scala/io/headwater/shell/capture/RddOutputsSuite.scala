package io.headwater.shell.capture

import java.nio.file.Files
import java.util.concurrent.ConcurrentLinkedQueue

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.scheduler.{SparkListener, SparkListenerStageCompleted}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.Statistics
import io.headwater.plan.TestSpark

final class RddOutputsSuite extends AnyFunSuite {
  private val context = TestSpark.spark.sparkContext

  /** What the stages of some jobs have written. */
  private def written(run: => Unit): Vector[Option[Statistics]] = {
    val found = new ConcurrentLinkedQueue[Option[Statistics]]
    val outputs = new TaskOutputs
    val listener = new SparkListener {
      override def onStageCompleted(event: SparkListenerStageCompleted): Unit = {
        found.add(outputs.completed(event.stageInfo).written); ()
      }
    }
    context.addSparkListener(listener)
    try run
    finally {
      HeadwaterTestBus.drain(context)
      context.removeSparkListener(listener)
    }
    found.toArray(Array.empty[Option[Statistics]]).toVector
  }

  test("a record of an object file is a group of rows, one of another file a row") {
    val folder = Files.createTempDirectory("rdd-outputs").toString
    val rows = context.parallelize(1 to 50, 2)
    assert(written(rows.saveAsTextFile(s"$folder/text")).map(_.flatMap(_.rows)) == Vector(Some(50L)))
    val Vector(objects) = written(rows.saveAsObjectFile(s"$folder/objects")): @unchecked
    assert(objects.exists(_.rows.isEmpty) && objects.flatMap(_.bytes).exists(_ > 0))
    assert(written(rows.toJavaRDD().saveAsObjectFile(s"$folder/java")).map(_.flatMap(_.rows)) == Vector(None))
  }
}
