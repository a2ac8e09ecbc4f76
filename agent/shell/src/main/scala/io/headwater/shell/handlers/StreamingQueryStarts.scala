package io.headwater.shell.handlers

import scala.util.Try

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{JobId, JobType, PlanLineage, Streaming}
import io.headwater.plan.Lineage
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.writes.WriteToStream
import io.headwater.shell.capture.Captured
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{DelegateLookup, ExtensionCoordinator, ExtensionResults, RunDraft}
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.naming.{JobNames, RunIds, SqlText}
import io.headwater.shell.session.SessionContexts
import io.headwater.util.Accessors

/** Reads a streaming query as it starts: its plan, its name, what extensions say of it. On the worker thread only. */
final class StreamingQueryStarts(
    config: AgentConfig,
    rules: LogicalPlan => NodeLineage,
    application: String,
    sessions: SessionContexts,
    extensions: ExtensionCoordinator,
    plans: SkippedPlans
) {
  import StreamingQueryStarts._
  private val reported = new QueryFilter(config.filter)
  private var count = 0L

  /** None: the query has ended already, or this Spark has it otherwise. */
  def ofQuery(started: Captured.StreamStarted): Option[Found] =
    started.query.flatMap(q => Try(subject(started, new Accessors(q))).toOption).map(read(started, _))

  /** From the first batch of a query that is gone. */
  def ofBatch(started: Captured.StreamStarted, batch: QueryExecution): Found = {
    val write = new Accessors(batch.analyzed)
    val sink = if (write.has("sink")) Some(write.value[AnyRef]("sink")) else None
    val streaming = StreamFacts.streaming(started.event, None)
    read(
      started,
      new Subject(batch.analyzed, None, sink, sessions.of(batch), None, streaming, Some(batch), None, true)
    )
  }

  /** Of a query that nothing is known of but that it ran. */
  def unread(started: Captured.StreamStarted): Found = {
    val signal = begun(started, StreamFacts.streaming(started.event, None), None)
    new Found(new RunningStream(signal.id), signal.copy(lineage = PendingQueryStart.lost, unread = true))
  }

  def walk(query: QueryExecution): Lineage = new Lineage(rules, sessions.of(query))

  private def subject(started: Captured.StreamStarted, query: Accessors): Subject = {
    val session = query.value[SparkSession]("sparkSession")
    val whole = StreamFacts.plan(query)
    val rows = StreamFacts.rows(query)
    new Subject(
      whole.fold(rows)(_._1),
      Some(rows),
      Some(query.value[AnyRef]("sink")),
      sessions.of(session).copy(sinkOptions = whole.fold(Map.empty[String, String])(_._2)),
      Some(session),
      StreamFacts.streaming(started.event, Some(query)),
      None,
      Some(StreamFacts.sink(query)),
      whole.isEmpty
    )
  }

  private def read(started: Captured.StreamStarted, subject: Subject): Found = {
    val unnamed = begun(started, subject.streaming, subject.otherwise).copy(sql = SqlText.of(subject.plan))
    plans.instead(subject.plan.getClass.getName) match {
      case None => walked(unnamed, subject, tags(started))
      case Some(lineage) =>
        new Found(
          new RunningStream(unnamed.id, subject.separate),
          unnamed.copy(lineage = lineage, unread = true)
        )
    }
  }

  private def walked(unnamed: Signal.QueryStarted, subject: Subject, tags: Set[String]): Found = {
    val silent = reported.isSilent(subject.plan, streaming = true)
    val consulted =
      if (silent) ExtensionResults.nothing
      else extensions.started(draft(unnamed, subject, tags), subject.nodes, _ => Vector.empty)
    val walk = new Lineage(consulted.rules(rules), subject.around)
    val read = walk.read(subject.plan)
    val lineage = consulted.also(read.lineage)
    extensions.found(unnamed.id, lineage)
    val (emitted, scope) = extensions.emitted(unnamed.id, tags)
    val nameless = subject.part || lineage.gaps.exists(gap => places(gap.stage))
    val frame = subject.rows.filter(_ => subject.separate && !nameless).map(walk.ofOutput)
    val suffix =
      JobNames.suffix(lineage, config.datasets.whole(_)).filter(_ => config.jobName.appendDatasetName)
    val job = scope.map(s => JobId(config.namespace, s"$application.$s"))
    new Found(
      new RunningStream(unnamed.id, subject.separate, nameless, frame, () => read.versions),
      unnamed.copy(
        job = job.getOrElse(suffix.fold(unnamed.job)(named(subject.streaming, _))),
        lineage = lineage,
        reported = !silent,
        lasting = consulted.lasting,
        added = consulted.now ++ emitted
      )
    )
  }

  private def draft(signal: Signal.QueryStarted, subject: Subject, tags: Set[String]): RunDraft = {
    val walk = new DelegateLookup(new Lineage(rules, SessionContexts.alone(subject.around)))
    RunDraft(
      signal.id,
      signal.at,
      signal.runId,
      signal.job,
      signal.jobType,
      signal.sql,
      tags,
      subject.batch,
      Some(walk),
      subject.session
    )
  }

  /** The query's own name stays whatever it writes to; the sink gives one to a query that has none. */
  private def named(streaming: Streaming, otherwise: String): JobId =
    JobId(
      config.namespace,
      JobNames.query(application, command, Some(streaming.name.fold(otherwise)(JobNames.snake(_))))
    )

  private def begun(
      started: Captured.StreamStarted,
      streaming: Streaming,
      sink: Option[String]
  ): Signal.QueryStarted = {
    val at = StreamFacts.started(started.event, started.time)
    val id = Signal.ofStream(count)
    count += 1
    Signal.QueryStarted(
      id = id,
      root = id,
      at = at,
      runId = RunIds.at(at.toEpochMilli),
      job = named(streaming, sink.getOrElse(unknown)),
      jobType = JobType.streaming,
      lineage = PlanLineage(),
      sql = None,
      reported = true,
      streaming = Some(streaming)
    )
  }
}

object StreamingQueryStarts {
  final class Found(val stream: RunningStream, val signal: Signal.QueryStarted)

  /** What there is to read: the query's own plan and the rows that it writes, or the plan of a batch. `part`: the plan does
    * not tell all.
    */
  private final class Subject(
      val plan: LogicalPlan,
      val rows: Option[LogicalPlan],
      sink: Option[AnyRef],
      val around: SessionContext,
      val session: Option[SparkSession],
      val streaming: Streaming,
      val batch: Option[QueryExecution],
      val otherwise: Option[String],
      val part: Boolean
  ) {
    def separate: Boolean = sink.exists(WriteToStream.isForeachBatch)
    def nodes: Nodes = batch.fold(new Nodes(Some(plan), None))(Nodes.of)
  }

  /** Gaps that are for want of a name. */
  private val places = Set("source", "sink")

  /** As Spark calls the plan of a streaming query. */
  private val command = "write_to_stream"
  private val unknown = "unknown"

  /** Spark 4.1 and later tell the tags of the thread that has started the query. */
  private def tags(started: Captured.StreamStarted): Set[String] = {
    val event = new Accessors(started.event)
    if (event.has("jobTags")) event.value[Set[String]]("jobTags") else Set.empty
  }
}
