package io.headwater.shell.capture

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.util.concurrent.ConcurrentLinkedQueue

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListener, SparkListenerJobStart}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

final class RddJobsSuite extends AnyFunSuite {
  private val context = TestSpark.spark.sparkContext

  /** An RDD whose jobs run for a second, so that they run when the bus tells their start. */
  private def slow: RDD[Int] = context.parallelize(Seq(1), 1).map { n => Thread.sleep(1000); n }

  /** Runs one job; returns its start, and what `onStart` has made of it at its time. */
  private def started(run: => Long)(onStart: SparkListenerJobStart => Option[Captured]) = {
    val starts = new ConcurrentLinkedQueue[(SparkListenerJobStart, Option[Captured])]
    val listener = new SparkListener {
      override def onJobStart(event: SparkListenerJobStart): Unit = {
        starts.add(event -> onStart(event)); ()
      }
    }
    context.addSparkListener(listener)
    try run
    finally {
      HeadwaterTestBus.drain(context)
      context.removeSparkListener(listener)
    }
    assert(starts.size == 1)
    starts.poll()
  }

  test("a job that has ended before its start is heard of is read from the RDD of an earlier job") {
    val jobs = new RddJobs
    val rdd = slow
    val (_, first) = started(rdd.count())(jobs.started)
    assert(
      first.exists {
        case j: Captured.JobStarted => (j.rdd eq rdd) && !j.hasEnded && j.function != null; case _ => false
      }
    )
    val (event, _) = started(rdd.count())(_ => None)
    assert(
      jobs.started(event).exists {
        case j: Captured.JobStarted => (j.rdd eq rdd) && j.hasEnded; case _ => false
      }
    )
  }

  private def missed(run: => Long): Boolean = {
    val (event, _) = started(run)(_ => None)
    val captured = (new RddJobs).started(event)
    assert(captured.forall(_ == Captured.JobMissed(event.jobId)))
    captured.nonEmpty
  }

  test("a job that has ended, of an RDD that no earlier job had, is missed if it has read or written files") {
    val folder = Files.createTempDirectory("rdd-jobs")
    val file = Files.write(folder.resolve("in.txt"), "one\ntwo\n".getBytes(UTF_8)).toString
    assert(missed(context.textFile(file).map(_.length).count()))
    assert(missed(context.textFile(file).map(_ -> 1).reduceByKey(_ + _, 1).count()))
    assert(missed { context.parallelize(Seq(1), 1).saveAsTextFile(folder.resolve("out").toString); 1L })
  }

  test("a job that has ended, of rows in the driver's memory, has nothing to miss") {
    assert(!missed(context.parallelize(Seq(1), 1).map(_ + 1).count()))
    assert(!missed(context.parallelize(Seq(1 -> 2), 1).reduceByKey(_ + _, 1).count()))
  }
}
