package io.headwater.shell.handlers

import java.time.Instant
import java.util.UUID
import java.util.concurrent.ConcurrentLinkedQueue

import scala.collection.mutable

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Application, EventType, JobId, RunEvent, RunRef}
import io.headwater.plan.TestSpark
import io.headwater.shell.capture.Captured
import io.headwater.shell.lifecycle.{Runs, Signal}

/** Queries whose starts the full queue of Spark's listener bus has dropped. */
final class DroppedQueryStartSuite extends AnyFunSuite {
  private val spark = TestSpark.spark

  /** Drops the start of each query that `isDropped` selects.. */
  private final class Dropping(isDropped: SparkListenerSQLExecutionStart => Boolean) extends SparkListener {
    val events = new ConcurrentLinkedQueue[Captured]
    val starts = mutable.Map.empty[Long, SparkListenerSQLExecutionStart]

    override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
      case e: SparkListenerSQLExecutionStart =>
        val isFirst = starts.isEmpty
        starts(e.executionId) = e
        if (isFirst || !isDropped(e)) events.add(Captured.started(e, Some(TestSpark.shim)))
        ()
      case e: SparkListenerSQLExecutionEnd =>
        events.add(Captured.ended(e, Vector.empty))
        ()
      case _ => ()
    }
  }

  private def run(isDropped: SparkListenerSQLExecutionStart => Boolean)(body: => Unit): Vector[RunEvent] = {
    val context = spark.sparkContext
    HeadwaterTestBus.drain(context) // of what ran before
    val listener = new Dropping(isDropped)
    context.addSparkListener(listener)
    try {
      spark.range(1).collect()
      body
    } finally {
      HeadwaterTestBus.drain(context)
      context.removeSparkListener(listener)
    }
    val handler = TestHandler()
    val signals = Iterator.continually(listener.events.poll()).takeWhile(_ != null)
      .flatMap(handler.handle).map(_.get).toVector
    (began +: signals).foldLeft((Runs(), Vector.empty[RunEvent])) { case ((runs, sent), signal) =>
      val (next, events) = runs(signal)
      (next, sent ++ events)
    }._2.drop(1)
  }

  private def began: Signal =
    Signal.ApplicationStarted(
      Instant.EPOCH,
      RunRef(new UUID(0, 1), JobId("default", "app")),
      Application("app-1", "App", "4.0.0", "local"),
      Map.empty,
      None
    )

  private def gaps(event: RunEvent): Vector[String] = event.lineage.gaps.map(_.stage)
  private def outputs(event: RunEvent): Vector[String] = event.lineage.sinks.map(_.dataset.id.name)

  test("a query whose start was dropped has the run that it would have, with a gap, from its end") {
    spark.range(3).write.mode("overwrite").saveAsTable("unseen_source")
    def insert(): Unit = {
      spark.sql("INSERT INTO unseen_target SELECT id FROM unseen_source").collect()
      ()
    }
    spark.sql("CREATE TABLE unseen_target (id BIGINT) USING parquet")
    val seen = run(_ => false)(insert())
    val unseen = run(_ => true)(insert())
    assert(seen.map(_.eventType) == Vector(EventType.Start, EventType.Complete))
    assert(unseen.map(_.eventType) == seen.map(_.eventType))
    assert(unseen.map(_.run.job) == seen.map(_.run.job))
    assert(unseen.map(_.lineage.sources.map(_.id)) == seen.map(_.lineage.sources.map(_.id)))
    assert(unseen.map(_.lineage.sinks.map(_.columns)) == seen.map(_.lineage.sinks.map(_.columns)))
    assert(seen.flatMap(gaps).isEmpty && unseen.forall(gaps(_) == Vector("queue")))
    assert(!unseen(0).time.isAfter(unseen(1).time))
    Seq("unseen_source", "unseen_target").foreach(t => spark.sql(s"DROP TABLE $t"))
  }

  test("an insert that a CREATE TABLE AS SELECT runs is a part of it, although its start was dropped") {
    var dropped = 0
    def inserts(e: SparkListenerSQLExecutionStart) = {
      val isInsert = e.sparkPlanInfo.nodeName.contains("InsertInto")
      if (isInsert) dropped += 1
      isInsert
    }
    val events = run(inserts)(spark.sql("CREATE TABLE unseen_inner USING parquet AS SELECT 1 AS a"))
    assert(events.map(_.eventType) == Vector(EventType.Start, EventType.Complete))
    assert(dropped == 1 && events.lastOption.exists(outputs(_).size == 1))
    spark.sql("DROP TABLE unseen_inner")
  }

  test("a query that Spark cannot plan has an end without a start, and no run") {
    val events = run(_ => false) {
      spark.conf.set("spark.sql.crossJoin.enabled", "false")
      try intercept[Exception](spark.sql(
          "CREATE TABLE unplanned USING parquet AS SELECT l.id FROM range(2) l JOIN range(2) r"
        ))
      finally spark.conf.unset("spark.sql.crossJoin.enabled")
      ()
    }
    assert(events.flatMap(gaps).isEmpty)
    assert(events.groupBy(_.run.runId).values.forall(_.size == 2))
    assert(events.map(_.run.job.name).distinct.size <= 1)
  }

  test("what began before the first query that has come is not known, and has no run") {
    val handler = TestHandler()
    val ended = new ConcurrentLinkedQueue[Captured]
    val listener = new SparkListener {
      override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
        case e: SparkListenerSQLExecutionEnd => ended.add(Captured.ended(e, Vector.empty)); ()
        case _ => ()
      }
    }
    spark.sparkContext.addSparkListener(listener)
    spark.range(3).write.mode("overwrite").saveAsTable("unseen_first")
    HeadwaterTestBus.drain(spark.sparkContext)
    spark.sparkContext.removeSparkListener(listener)
    assert(!ended.isEmpty)
    val signals = Iterator.continually(ended.poll()).takeWhile(_ != null).flatMap(handler.handle).map(_.get)
    assert(signals.forall(!_.isInstanceOf[Signal.RunStarted]))
    spark.sql("DROP TABLE unseen_first")
  }
}
