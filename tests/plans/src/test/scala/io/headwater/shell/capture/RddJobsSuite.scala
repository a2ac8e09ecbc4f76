package io.headwater.shell.capture

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.util.UUID
import java.util.concurrent.ConcurrentLinkedQueue

import org.apache.hadoop.io.{LongWritable, Text}
import org.apache.hadoop.mapred.TextInputFormat
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListener, SparkListenerJobStart}
import org.apache.spark.{HashPartitioner, HeadwaterTestBus}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.rdd.StageRdds
import io.headwater.plan.session.{CheckpointedRdds, SeenTables}
import io.headwater.plan.{Rules, TestSpark}
import io.headwater.shell.TestApplication
import io.headwater.shell.handlers.{PlanReader, RddJobHandler, RunStartBuilder}
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.lifecycle.SparkExecution.{Query, StreamingQuery}
import io.headwater.shell.naming.{JobNames, RddNames}
import io.headwater.shell.session.{RememberedLineage, SessionContexts}

final class RddJobsSuite extends AnyFunSuite {
  private val context = TestSpark.spark.sparkContext

  /** The jobs as the listener gets them. */
  private final class Jobs(executions: OpenExecutions = new OpenExecutions) {
    private val open = new OpenJobs(executions)
    private val rdds = new RddJobs
    def started(event: SparkListenerJobStart, active: Option[ActiveJob]): Option[Captured] = {
      open.started(event)
      open(event.jobId).flatMap(rdds.started(event, _, active))
    }
  }

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

  test("a local iterator, which runs a job for each partition, is one run") {
    val jobs = new Jobs
    def slowly[A](n: A): A = { Thread.sleep(500); n }
    val frame = TestSpark.spark.range(0, 3, 1, 3).rdd
    for (rdd <- Seq[RDD[_]](context.parallelize(1 to 3, 3).map(slowly(_)), frame.map(slowly(_)))) {
      val starts = new ConcurrentLinkedQueue[Boolean]
      val listener = new SparkListener {
        override def onJobStart(event: SparkListenerJobStart): Unit = {
          starts.add(jobs.started(event, ActiveJobs.find(event.jobId)).isDefined); ()
        }
      }
      context.addSparkListener(listener)
      try assert(rdd.count() == 3 && rdd.toLocalIterator.size == 3)
      finally {
        HeadwaterTestBus.drain(context)
        context.removeSparkListener(listener)
      }
      assert(starts.toArray.toVector == Vector(true, true, false, false))
    }
  }

  test("a job that has ended before its start is heard of is read from the RDD of an earlier job") {
    val jobs = new Jobs
    val rdd = slow
    val (_, first) = started(rdd.count())(e => jobs.started(e, ActiveJobs.find(e.jobId)))
    assert(
      first.exists {
        case j: Captured.JobStarted => (j.rdd eq rdd) && !j.hasEnded && j.function.isDefined; case _ => false
      }
    )
    val (event, _) = started(rdd.count())(_ => None)
    assert(
      jobs.started(event, None).exists {
        case j: Captured.JobStarted => (j.rdd eq rdd) && j.hasEnded; case _ => false
      }
    )
  }

  /** The job as a thread starts it that has inherited properties of a query and of a stream. */
  private def inherited(
      query: String,
      stream: String,
      callSite: String
  )(run: => Long): SparkListenerJobStart = {
    val properties = Map(
      "spark.sql.execution.id" -> query,
      "sql.streaming.queryId" -> stream,
      "callSite.long" -> callSite
    )
    properties.foreach { case (key, value) => context.setLocalProperty(key, value) }
    try started(run)(_ => None)._1
    finally properties.keys.foreach(context.setLocalProperty(_, Option.empty[String].orNull))
  }

  test("a job on a thread that a query has created is one of the query only while the query runs") {
    val query = Query(7)
    val stream = StreamingQuery(UUID.randomUUID(), UUID.randomUUID())
    val (queryText, streamText) = (query.executionId.toString, stream.queryId.toString)
    val executions = new OpenExecutions
    val jobs = new Jobs(executions)
    val start = "org.apache.spark.sql.streaming.DataStreamWriter.start(DataStreamWriter.scala:239)"
    val file = Files.write(stageNames.resolve("pool.txt"), "one\n".getBytes(UTF_8)).toString
    val event =
      inherited(queryText, streamText, start)(context.textFile(file).map(_.length).count())
    val ofPlan = inherited(queryText, streamText, start)(
      TestSpark.spark.read.text(file).queryExecution.executedPlan.executeCollect().length.toLong
    )
    def batch: Option[Option[Query]] = jobs.started(event, None).map {
      case j: Captured.JobUnread => j.job.batch
      case other => fail(s"no missed job: $other")
    }
    assert(batch.contains(None))
    executions.streamStarted(stream)
    assert(batch.contains(None)) // the stream runs, but not the batch that created the thread
    executions.started(query.executionId)
    assert(batch.contains(Some(query)))
    executions.streamEnded(stream)
    assert(batch.isEmpty)
    executions.ended(query.executionId)
    assert(batch.contains(None))
    assert(jobs.started(ofPlan, None).isEmpty)
  }

  private def missed(run: => Long): Boolean = {
    val (event, _) = started(run)(_ => None)
    val captured = (new Jobs).started(event, None)
    assert(captured.forall(_ == Captured.JobUnread(RddJob(event, Set.empty), Captured.JobUnread.ended)))
    captured.nonEmpty
  }

  test("a job that has ended, of an RDD that no earlier job had, is missed if it has read or written files") {
    val folder = Files.createTempDirectory("rdd-jobs")
    val file = Files.write(folder.resolve("in.txt"), "one\ntwo\n".getBytes(UTF_8)).toString
    assert(missed(context.textFile(file).map(_.length).count()))
    assert(missed(context.textFile(file).map(_ -> 1).reduceByKey(_ + _, 1).count()))
    assert(missed { context.parallelize(Seq(1), 1).saveAsTextFile(folder.resolve("out").toString); 1L })
  }

  test("the name of a job has no id of an estimator, which is another one in each run") {
    val rdd = context.parallelize(Seq(1), 1).setName("LogisticRegression_2314d62565e0.training blocks")
    assert(RddNames.of(rdd) == "logistic_regression_training_blocks")
  }

  test(
    "the name of a job has no plan of a cached DataFrame, which has other numbers of columns in each run"
  ) {
    val frame = TestSpark.spark.createDataFrame(Seq(1 -> "a")).toDF("n", "t").selectExpr("n + 1 AS m").cache()
    try {
      val name = RddNames.of(frame.rdd)
      assert(!name.exists(_.isDigit) && name.contains("map_partitions"), name)
    } finally { frame.unpersist(); () }
  }

  private val stageNames = Files.createTempDirectory("stages").toRealPath()

  /** The inputs, the gaps and the name that the stages of a job tell; the RDD's own are beside them. */
  private def ofStages(rdd: RDD[_]) = {
    val (event, _) = started(rdd.count())(_ => None)
    val rdds = event.stageInfos.flatMap(_.rddInfos)
    val read = StageRdds.sources(rdds, context.hadoopConfiguration)
    assert(RddNames.ofStages(rdds) == RddNames.of(rdd))
    read.inputs.map(_.id.name) -> read.gaps.size
  }

  test("the stages of a job name the files that textFile, objectFile and binaryRecords read") {
    val file = Files.write(stageNames.resolve("in.txt"), "one\ntwo\n".getBytes(UTF_8)).toString
    val objects = stageNames.resolve("objects").toString
    val folder = Vector(stageNames.toString)
    context.parallelize(Seq(1), 1).saveAsObjectFile(objects)
    assert(ofStages(context.textFile(file)) == folder -> 0)
    assert(ofStages(context.textFile(s"file:$file").setName("mine").map(_.length)) == folder -> 0)
    assert(ofStages(context.textFile(s"$stageNames/*.txt,$file")) == folder -> 0)
    assert(ofStages(context.textFile(file).map(_ -> 1).reduceByKey(_ + _, 1)) == folder -> 0)
    val twice = context.textFile(file).map(_ -> 1).reduceByKey(_ + _, 1).partitionBy(new HashPartitioner(2))
    assert(ofStages(twice) == folder -> 0)
    assert(ofStages(context.objectFile[Int](objects)) == Vector(objects) -> 0)
    assert(ofStages(context.binaryRecords(file, 1)) == folder -> 0)
    assert(ofStages(context.textFile(file).union(context.parallelize(Seq("a"), 1))) == folder -> 0)
  }

  test("what other RDDs of files read is unknown, because the user's program may have named them") {
    val file = Files.write(stageNames.resolve("other.txt"), "one\n".getBytes(UTF_8)).toString
    def hadoop = context.hadoopFile[LongWritable, Text, TextInputFormat](file, 1)
    for (rdd <- Seq(hadoop.setName("/mine"), context.wholeTextFiles(file, 1).map(_._1.length))) {
      val (event, _) = started(rdd.count())(_ => None)
      val read = StageRdds.sources(event.stageInfos.flatMap(_.rddInfos), context.hadoopConfiguration)
      assert(read.inputs.isEmpty && read.gaps.size == 1, read)
    }
    assert(
      ofStages(context.textFile(file).union(hadoop.map(_._2.toString))) == Vector(stageNames.toString) -> 1
    )
  }

  test("a full queue keeps no RDD") {
    val start =
      Captured.JobStarted(RddJob(SparkListenerJobStart(1, 0L, Nil), Set.empty), slow, None, hasEnded = false)
    val reduced = CapturedSizer.reduce(start)
    assert(reduced == Captured.JobUnread(start.job, Captured.JobUnread.queueFull))
    assert(reduced.begins == start.begins && CapturedSizer.bytes(reduced) < CapturedSizer.bytes(start))
  }

  test("a missed job has a run if its stages name an input, else it is counted") {
    val folder = Files.createTempDirectory("rdd-jobs").toRealPath()
    val file = Files.write(folder.resolve("in.txt"), "one\n".getBytes(UTF_8)).toString
    val application = new TestApplication(folder)
    import application.{config, extensions, facets, meters, skipped}
    val builder = new RunStartBuilder(
      extensions,
      "default",
      new JobNames("app", config.jobName, identity)
    )
    val sessions =
      new SessionContexts(
        TestSpark.shim,
        new SeenTables,
        new CheckpointedRdds,
        new RememberedLineage,
        descriptions = false,
        viewsAsDatasets = false
      )
    val reader = new PlanReader(Rules(TestSpark.shim.rules), sessions, skipped, meters)
    val handler = new RddJobHandler(
      config,
      reader,
      builder,
      extensions,
      facets,
      new ThriftStatements,
      new CheckpointedRdds
    )
    def signal(run: => Long) = {
      val (event, _) = started(run)(_ => None)
      val job = RddJob(event, Set("headwater-job:daily"))
      CapturedSizer.reduce(Captured.JobStarted(job, context.emptyRDD, None, hasEnded = false)) match {
        case unread: Captured.JobUnread => handler.unread(unread)
        case other => fail(s"the queue keeps an RDD: $other")
      }
    }

    signal { context.textFile(file).saveAsTextFile(folder.resolve("out").toString); 1L } match {
      case Some(run: Signal.RunStarted) =>
        assert(run.lineage.sources.map(_.id.name) == Vector(folder.toString) && run.lineage.sinks.isEmpty)
        assert(run.lineage.gaps.map(g => g.stage -> g.reason) == Vector(
          "sink" -> "the queue of the agent was full when the job began: what it has written is not seen"
        ))
        assert(run.job.name == "app.daily")
      case other => fail(s"no run: $other")
    }
    assert(meters.jobsUnread == 0)
    assert(signal(context.wholeTextFiles(file, 1).map(_._1.length).count()).isEmpty)
    assert(meters.jobsUnread == 1)
    assert(signal(context.parallelize(Seq(1), 1).count()).isEmpty)
    assert(meters.jobsUnread == 1, "it has nothing to miss")
  }

  test("a job that has ended, of rows in the driver's memory, has nothing to miss") {
    assert(!missed(context.parallelize(Seq(1), 1).map(_ + 1).count()))
    assert(!missed(context.parallelize(Seq(1 -> 2), 1).reduceByKey(_ + _, 1).count()))
  }
}
