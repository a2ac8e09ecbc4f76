package io.headwater.shell.handlers

import java.nio.file.Files
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue

import org.apache.spark.HeadwaterTestBus
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.streaming.{StreamingQuery, StreamingQueryListener}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.shell.capture.Captured
import io.headwater.shell.lifecycle.{Signal, SparkExecution}

/** A streaming query of which the handler does not get the start, because the listener bus has dropped it. */
final class DroppedStreamStartSuite extends AnyFunSuite {
  private val spark = TestSpark.spark

  /** The events of a stream, as the agent captures them. */
  private final class Bus extends SparkListener {
    private val events = new ConcurrentLinkedQueue[Captured]
    private val isStart: PartialFunction[Captured, Unit] = { case _: Captured.StreamStarted => () }

    override def onOtherEvent(event: SparkListenerEvent): Unit = {
      val captured = event match {
        case e: SparkListenerSQLExecutionStart => Some(Captured.started(e, None))
        case e: SparkListenerSQLExecutionEnd => Some(Captured.ended(e, Vector.empty))
        case e: StreamingQueryListener.Event => Captured.ofStream(e)
        case _ => None
      }
      captured.foreach { c => events.add(c); () }
    }

    /** All but the start of the stream. */
    def take(): Vector[Captured] = {
      HeadwaterTestBus.drain(spark.sparkContext)
      Iterator.continually(events.poll()).takeWhile(_ != null).filterNot(isStart.isDefinedAt).toVector
    }
  }

  /** Starts a stream that copies files; each call of `addFile` adds a file and waits for its batch. */
  private def stream[A](name: String)(work: (StreamingQuery, Bus, () => Unit) => A): A = {
    val folder = Files.createTempDirectory("dropped_start")
    def addFile(): Unit = spark.range(1).write.mode("append").parquet(s"$folder/in")
    addFile()
    val bus = new Bus
    spark.sparkContext.addSparkListener(bus)
    val rows = spark.readStream.schema("id long").parquet(s"$folder/in")
    val writer = rows.writeStream.queryName(name).format("parquet").option("path", s"$folder/out")
    val query = writer.option("checkpointLocation", s"$folder/state").start()
    try {
      query.processAllAvailable()
      work(
        query,
        bus,
        () => {
          addFile()
          query.processAllAvailable()
        }
      )
    } finally {
      query.stop()
      spark.sparkContext.removeSparkListener(bus)
    }
  }

  private def starts(signals: Vector[Signal]): Vector[Signal.RunStarted] =
    signals.collect { case start: Signal.RunStarted if start.streaming.isDefined => start }

  test("the first event of a stream without a start starts its run") {
    stream("no_start") { (query, bus, addFile) =>
      val handler = TestHandler()
      def handled(): Vector[Signal] = bus.take().flatMap(handler.handle).map(_.get)
      val first = handled()
      val start = starts(first)
      assert(start.map(_.job.name) == Vector("app.write_to_stream.no_start"))
      assert(start.flatMap(_.lineage.sinks.map(_.dataset.id.name)).exists(_.endsWith("/out")))
      assert(first.exists {
        case b: Signal.BatchStarted => start.exists(_.execution == b.streamingQuery); case _ => false
      })
      assert(first.exists {
        case p: Signal.StreamProgressed => start.exists(_.execution == p.streamingQuery); case _ => false
      })
      addFile()
      assert(starts(handled()).isEmpty)
      query.stop()
      val ends =
        handled().collect { case end: Signal.RunEnded if start.exists(_.execution == end.execution) => end }
      assert(ends.map(_.error) == Vector(None))
    }
  }

  test(
    "progress without a batch, which Spark reports before 3.5 while a query waits for data, counts as nothing"
  ) {
    stream("waiting") { (_, bus, addFile) =>
      addFile()
      val events = bus.take()
      events.foreach {
        case Captured.StreamProgressed(e) if e.progress.batchId == 1 =>
          e.progress.durationMs.remove("addBatch")
        case _ => ()
      }
      val handler = TestHandler()
      val batches = events.flatMap(handler.handle).map(_.get)
        .collect { case p: Signal.StreamProgressed => p.progress.batchId }
      assert(batches == Vector(0L))
    }
  }

  test("the progress of a stream alone starts its run; after its end nothing does") {
    stream("only_progress") { (query, bus, _) =>
      val handler = TestHandler()
      val progress = bus.take().collect { case p: Captured.StreamProgressed => p }
      assert(starts(progress.flatMap(handler.handle).map(_.get)).size == 1)
      val end = Captured.EndDropped(SparkExecution.StreamingQuery(query.id, query.runId), Instant.now)
      assert(handler.handle(end).map(_.get).map(_.getClass) == Vector(classOf[Signal.RunEnded]))
      assert(progress.flatMap(handler.handle).isEmpty)
    }
  }
}
