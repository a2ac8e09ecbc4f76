package io.headwater.shell.handlers

import scala.util.Try

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{DatasetId, JobType, QueryTime, Streaming}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.writes.WriteToStream
import io.headwater.shell.capture.{Captured, ClientSession}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.RunDraft
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.naming.{RunIds, SqlText}
import io.headwater.util.Accessors

/** Turns the start of a streaming query into a signal: reads its plan and names its job. Used on the worker thread only.
  */
final class StreamingQueryStartHandler(
    config: AgentConfig,
    reader: PlanReader,
    builder: RunStartBuilder,
    writers: ConcurrentUse[DatasetId]
) {
  import StreamingQueryStartHandler._
  private val filter = new QueryFilter(config.filter)

  /** `None` if the query has ended already, or if this Spark version keeps it in another way. */
  def ofQuery(event: Captured.StreamStarted): Option[StartedStream] =
    event.query.flatMap(q => Try(planOf(event, new Accessors(q))).toOption).map(read(event, _))

  /** The start of a query that has gone, from its first batch. */
  def ofBatch(event: Captured.StreamStarted, batch: QueryExecution): StartedStream = {
    val write = new Accessors(batch.analyzed)
    val sink = if (write.has("sink")) Some(write.value[AnyRef]("sink")) else None
    val streaming = StreamFacts.streaming(event.info, None)
    read(
      event,
      StreamPlan(
        event.info.execution,
        batch.analyzed,
        reader.sessions.of(batch).copy(streamingQueryId = Some(event.info.execution.queryId)),
        streaming,
        sink,
        batch = Some(batch),
        partial = true
      )
    )
  }

  /** The start of a query of which nothing is known but that it ran. */
  def withoutPlan(event: Captured.StreamStarted): StartedStream = {
    val streaming = StreamFacts.streaming(event.info, None)
    val draft = draftOf(event, streaming, None)
    val start = RunStart(draft, root = draft.execution, streaming = Some(streaming))
    StartedStream(
      new RunningStream(event.info.execution),
      builder.withoutPlan(start, QueryStartHandler.planNotRead, draft.job.name)
    )
  }

  private def planOf(event: Captured.StreamStarted, query: Accessors): StreamPlan = {
    val session = query.value[SparkSession]("sparkSession")
    val whole = StreamFacts.plan(query)
    val rows = StreamFacts.rows(query)
    StreamPlan(
      event.info.execution,
      whole.fold(rows)(_._1),
      reader.sessions.of(session).copy(
        sinkOptions = whole.fold(Map.empty[String, String])(_._2),
        streamingQueryId = Some(event.info.execution.queryId)
      ),
      StreamFacts.streaming(event.info, Some(query)),
      Some(query.value[AnyRef]("sink")),
      Some(rows),
      Some(session),
      sinkName = Some(StreamFacts.sinkName(query)),
      partial = whole.isEmpty
    )
  }

  private def read(event: Captured.StreamStarted, stream: StreamPlan): StartedStream = {
    val draft = draftOf(event, stream.streaming, stream.sinkName)
      .copy(sql = SqlText.of(stream.plan), query = stream.batch, streamSession = stream.session)
    reader.lineageIfSkipped(stream.plan) match {
      case None =>
        readPlan(
          stream,
          draft.copy(tags = event.info.tags, delegates = Some(reader.delegates(stream.context)))
        )
      case Some(lineage) =>
        val start = RunStart(draft, root = draft.execution, streaming = Some(stream.streaming))
        StartedStream(
          new RunningStream(stream.execution, stream.foreachBatch),
          builder.withoutPlan(start, lineage, draft.job.name)
        )
    }
  }

  private def readPlan(stream: StreamPlan, draft: RunDraft): StartedStream = {
    val silent = filter.isSilent(stream.plan, streaming = true)
    val start = startOf(stream, draft, silent)
    val extensions = builder.callExtensions(start)
    val walk = reader.lineage(stream.context, extensions)
    val read = reader.timed(walk.read(stream.plan))
    val extended = extensions.result(read.lineage)
    val lineage = extended.lineage
    val name = builder.names.streamingQuery(stream.streaming.name, stream.sinkName, lineage)
    val signal = builder.build(start, extended, name)
    val partial = stream.partial || lineage.gaps.exists(gap => unnamedStages(gap.stage))
    val rows = stream.rows.filter(_ => stream.foreachBatch && !partial)
      .map(rows => reader.timed(walk.ofOutput(rows)))
    val writer = writers.began(stream.execution, read.lineage.sinks.map(_.dataset.id))
    StartedStream(
      new RunningStream(
        stream.execution,
        stream.foreachBatch,
        partial,
        rows,
        UnresolvedSources.of(lineage),
        end => read.commits(QueryTime(draft.at, end, writer.isExclusive)),
        writer
      ),
      signal.copy(reported = !silent)
    )
  }

  private def startOf(stream: StreamPlan, draft: RunDraft, silent: Boolean): RunStart = RunStart(
    draft,
    root = draft.execution,
    stream.nodes,
    consultExtensions = !silent,
    streaming = Some(stream.streaming)
  )

  private def draftOf(event: Captured.StreamStarted, streaming: Streaming, sink: Option[String]): RunDraft = {
    val at = event.info.start
    RunDraft(
      event.info.execution,
      at,
      RunIds.at(at.toEpochMilli),
      builder.job(builder.names.streamingQuery(streaming.name, sink)),
      JobType.streaming,
      None,
      Set.empty,
      client = ClientSession.ofConnect(event.info.tags)
    )
  }
}

object StreamingQueryStartHandler {

  /** The plan of a streaming query, or of one of its batches.
    *
    * @param rows the plan of the rows that the query writes, without the sink
    * @param session `None` if only a batch is known
    * @param batch the batch, if the plan is a batch's
    * @param sinkName names the job of a query that has no name
    * @param partial whether the plan lacks some of the query's datasets
    */
  private final case class StreamPlan(
      execution: SparkExecution.StreamingQuery,
      plan: LogicalPlan,
      context: SessionContext,
      streaming: Streaming,
      sink: Option[AnyRef],
      rows: Option[LogicalPlan] = None,
      session: Option[SparkSession] = None,
      batch: Option[QueryExecution] = None,
      sinkName: Option[String] = None,
      partial: Boolean
  ) {
    def foreachBatch: Boolean = sink.exists(WriteToStream.isForeachBatch)
    def nodes: Nodes = batch.fold(new Nodes(Some(plan), None))(Nodes.of)
  }

  /** The stages of gaps that stand for a dataset without a name. */
  private val unnamedStages = Set("source", "sink")
}
