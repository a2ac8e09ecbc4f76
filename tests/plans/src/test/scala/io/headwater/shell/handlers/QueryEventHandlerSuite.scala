package io.headwater.shell.handlers

import java.util.concurrent.ConcurrentLinkedQueue

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.shell.capture.Captured
import io.headwater.shell.lifecycle.Signal

/** Statements that run; their events go to the handler in Spark's order. */
final class QueryEventHandlerSuite extends AnyFunSuite {
  private val spark = TestSpark.spark

  /** The columns of the tables that the statements write, by the starts of their runs.
    *
    * @param end
    *   the end of a statement as the handler gets it
    */
  private def written(statements: String*)(end: Captured.QueryEnded => Captured): Vector[Vector[String]] = {
    val events = new ConcurrentLinkedQueue[Captured]
    val listener = new SparkListener {
      private val starts = mutable.Map.empty[Long, SparkListenerSQLExecutionStart]
      override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
        case e: SparkListenerSQLExecutionStart => starts(e.executionId) = e
        case e: SparkListenerSQLExecutionEnd =>
          val ended = Captured.ended(e, Vector.empty)
          events.add(Captured.QueryStarted(starts(e.executionId), ended.query))
          events.add(end(ended))
          ()
        case _ => ()
      }
    }
    HeadwaterTestBus.drain(spark.sparkContext) // of what ran before
    spark.sparkContext.addSparkListener(listener)
    try statements.foreach(sql => Try(spark.sql(sql)))
    finally {
      HeadwaterTestBus.drain(spark.sparkContext)
      spark.sparkContext.removeSparkListener(listener)
    }
    val handled = TestHandler()
    Iterator.continually(events.poll()).takeWhile(_ != null).flatMap(handled.handle).map(_.get).collect {
      case run: Signal.RunStarted if run.reported => run.lineage.sinks.map(_.dataset.schema.map(_.name))
    }.toVector.flatten
  }

  private def changes(ends: String)(end: Captured.QueryEnded => Captured): Unit =
    test(s"later statements know what a statement has changed, if it has succeeded; $ends ends") {
      val table = s"changed_$ends"
      assert(written(
        s"CREATE TABLE $table (a INT) USING parquet",
        s"ALTER TABLE $table ADD COLUMNS (b INT)",
        s"TRUNCATE TABLE $table",
        s"CREATE TABLE $table (c INT) USING parquet", // fails: the table exists
        s"TRUNCATE TABLE $table"
      )(end) == Vector(Vector("a"), Vector("a"), Vector("a", "b"), Vector("c"), Vector("a", "b")))
      spark.sql(s"DROP TABLE $table")
    }

  test("the tables of a database are not known after it was dropped") {
    val create = "CREATE TABLE IF NOT EXISTS gone.t"
    assert(written(
      "CREATE DATABASE gone",
      s"$create (a INT) USING parquet",
      s"$create (b INT) USING parquet",
      "DROP DATABASE gone CASCADE",
      "CREATE DATABASE gone",
      s"$create (c INT) USING parquet",
      "DROP DATABASE gone CASCADE"
    )(identity) == Vector(Vector("a"), Vector("c")))
  }

  changes("whole")(identity)

  // the queue was full
  changes("reduced")(e => Captured.ReducedEnd(e.execution, e.event.time, e.failure, None))
}
