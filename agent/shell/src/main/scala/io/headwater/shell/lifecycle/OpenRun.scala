package io.headwater.shell.lifecycle

import java.time.Instant

import io.headwater.emit.facets.FacetNames
import io.headwater.model.{
  Additions,
  DatasetId,
  FacetTarget,
  PlanLineage,
  Reads,
  RunRef,
  Sink,
  Statistics,
  StreamBatch,
  Streaming
}
import io.headwater.shell.lifecycle.Signal._
import io.headwater.util.MapConserve

/** A query, an RDD job or a streaming query that runs: with a run of its own, inside another query's run, or as a batch
  * of a streaming query.
  */
sealed trait OpenRun
object OpenRun {

  /** The facets that tell the plan of a query. */
  private val planFacets = Set(FacetNames.logicalPlan, FacetNames.unknownNodes, FacetNames.debug)

  /** What is added to an inner query, for the outer one, whose plan is another one. */
  private[lifecycle] def withoutPlan(added: Additions): Additions =
    added.copy(facets = added.facets.filterNot(f => f.target == FacetTarget.Run && planFacets(f.name)))

  /** A query, an RDD job or a streaming query with a run of its own.
    *
    * @param statistics what was counted for each output
    * @param tasks what the tasks have counted, which belongs to no output yet
    * @param lasting what extensions add to every event of the run
    * @param batch the batch that the query runs in
    * @param lastRunningAt when the last RUNNING event of a streaming query was sent
    * @param hasJob whether it, or a query inside of it, has run a Spark job
    */
  final case class Outermost(
      start: RunStarted,
      lineage: PlanLineage,
      statistics: Map[DatasetId, Statistics] = Map.empty,
      reads: Reads = Reads.none,
      tasks: Option[Statistics] = None,
      lasting: Additions = Additions.none,
      batch: Option[StreamBatch] = None,
      streaming: Option[Streaming] = None,
      lastRunningAt: Option[Instant] = None,
      hasJob: Boolean = false
  ) extends OpenRun {
    def ref: RunRef = RunRef(start.runId, start.job)

    def isQuery: Boolean = start.execution.isInstanceOf[SparkExecution.Query]

    /** Adds what extensions have returned. */
    def adding(more: Additions): Outermost =
      if (more.isEmpty) this
      else copy(lineage = lineage ++ more.lineage, lasting = (lasting ++ more).compacted)

    /** Replaces the lineage of a streaming query by that of its batches. */
    def withBatchLineage(batches: PlanLineage): Outermost =
      copy(lineage = batches ++ lineage.copy(gaps = Vector.empty) ++ lasting.lineage)

    /** Whether Spark may have started the other query to execute this one, as it does for the insert of a `CREATE TABLE AS
      * SELECT`. Inside a batch Spark reports such a query in the same way as another query of the user, who may run several
      * at once.
      */
    def isParentOf(other: RunStarted): Boolean =
      isQuery && start.runsQueries && !isSameCommand(other) && (isWrittenBy(other) || {
        if (start.lineage.sinks.isEmpty) true
        else if (other.lineage.sinks.isEmpty) other.unread || readsNoMore(other)
        else start.lineage.isProvisional && readsNoMore(other) && mayWriteTable(other)
      })

    /** Whether the other query may write for this one: it writes to the same dataset and reads nothing else. */
    def isWrittenBy(other: RunStarted): Boolean =
      outputs(other.lineage).exists(outputs(start.lineage).contains) && readsNoMore(other) &&
        !isSameCommand(other)

    /** Spark never executes a command by another one of its kind, so such a query is a second one of the program. */
    private def isSameCommand(other: RunStarted): Boolean = other.node.nonEmpty && other.node == start.node

    private def readsNoMore(other: RunStarted): Boolean =
      inputs(other.lineage).forall(inputs(start.lineage).contains)

    /** Whether the table that this query makes, whose place it does not know yet, may be one that the other one writes. */
    private def mayWriteTable(other: RunStarted): Boolean = {
      val made = start.lineage.sinks.filter(_.isProvisional).map(_.dataset.hierarchy)
      other.lineage.sinks.map(_.dataset.hierarchy).exists(written =>
        written.isEmpty || made.exists(table => table.isEmpty || table == written)
      )
    }

    private def outputs(lineage: PlanLineage) = lineage.sinks.map(_.dataset.id)
    private def inputs(lineage: PlanLineage) = lineage.sources.map(_.id)

    /** What was counted for each output. The single output of a streaming query has the rows of its progress. */
    def counted: Map[DatasetId, Statistics] = {
      val rows = streaming.flatMap(_.progress).flatMap(_.outputRows)
      rows.filter(_ => lineage.sinks.size == 1).fold(withTasks) { n =>
        statistics.updated(lineage.sinks(0).dataset.id, Statistics(Some(n), None, None))
      }
    }

    /** What the plan has counted. What it has not counted comes from the tasks. */
    private def withTasks: Map[DatasetId, Statistics] =
      statistics ++ byTasks.map { case (id, tasks) => id -> statistics.get(id).fold(tasks)(_.orElse(tasks)) }

    /** The counts of the tasks, if they belong to a single output. */
    private def byTasks: Map[DatasetId, Statistics] = lineage.sinks match {
      case Vector(sink) if sink.isCounted && streaming.isEmpty => tasks.map(sink.dataset.id -> _).toMap
      case _ => Map.empty
    }

    /** Adds the counts of the outputs of `from`, and what was committed. */
    def withWriteMetrics(from: PlanLineage, ended: RunEnded): Outermost = {
      // those of a stream are of its last batch only
      val outputs = from.sinks.filter(_.isCounted && streaming.isEmpty).map(_.dataset.id)
      val counted =
        ended.written.toVector.flatMap(all =>
          outputs.take(1).map(id => id -> known(all, id, ended.execution))
        )
      copy(
        lineage = lineage.committed(ended.commits),
        statistics = statistics ++ counted ++ ended.outputs.filter(o => outputs.contains(o._1)),
        reads = reads + ended.reads,
        tasks = (tasks ++ ended.tasks).reduceOption(_ + _),
        hasJob = hasJob || ended.hasJob
      )
    }

    /** The bytes of an RDD job are those that the file system counts in the task's thread. Local files have checksums, and
      * some file systems count nothing.
      */
    private def known(counts: Statistics, output: DatasetId, execution: SparkExecution): Statistics =
      execution match {
        case _: SparkExecution.Job =>
          counts.copy(bytes = counts.bytes.filter(_ > 0 && output.namespace != "file"))
        case _ => counts
      }

    /** Gives the outputs whose columns the query changes the columns after it. START and COMPLETE agree on them: a backend
      * may make a version of the dataset from either, and show whichever it likes.
      */
    def withChangedSchemas: Outermost = {
      val changed = MapConserve(lineage.sinks)(s =>
        s.schemaAfter.fold(s)(fields => s.copy(dataset = s.dataset.copy(schema = fields)))
      )
      copy(lineage = lineage.copy(sinks = changed))
    }

    /** Leaves out the dependencies of columns that a command has not made, because it failed, and the name that it has not
      * given.
      */
    def withoutChanges: Outermost = {
      val named = MapConserve(lineage.sinks)(s => s.ifFailed.fold(s)(d => s.copy(dataset = d)))
      val kept = MapConserve(named)(s =>
        s.schemaAfter.fold(s)(_ =>
          s.copy(
            columns = Vector.empty,
            rows = Vector.empty,
            fromViews = Vector.empty,
            rowsFromViews = Vector.empty
          )
        )
      )
      copy(lineage = lineage.copy(sinks = kept))
    }

    /** Removes the outputs that may exist already, so that nothing is written (`IF NOT EXISTS`). START does not name them:
      * it would give a table that is left alone the columns of the statement.
      */
    def withoutConditionalSinks: Outermost = keepingSinks(!_.isConditional)

    /** Removes the outputs that were not written because they existed already. */
    def withoutSkippedSinks: Outermost =
      keepingSinks { s =>
        !s.isConditional || (s.isWrittenByJob && hasJob) ||
        counted.get(s.dataset.id).exists(_.files.forall(_ > 0))
      }

    private def keepingSinks(keep: Sink => Boolean): Outermost = {
      val (kept, left) = lineage.sinks.partition(keep)
      if (left.isEmpty) this
      else {
        val gone = left.map(_.dataset.id).toSet -- lineage.sources.map(_.id)
        val facets = lasting.facets.filterNot(_.dataset.exists(gone))
        copy(lineage = lineage.copy(sinks = kept), lasting = lasting.copy(facets = facets))
      }
    }
  }

  /** A query that runs inside the run of another query, `root`. */
  final case class Inner(root: SparkExecution, lineage: PlanLineage) extends OpenRun

  /** A batch of a streaming query. With `foreachBatch`, each query inside the batch has a run of its own.
    *
    * @param batchId Spark's number of the batch; none if its start came without a plan
    */
  final case class Batch(
      streamingQuery: SparkExecution.StreamingQuery,
      foreachBatch: Boolean,
      batchId: Option[Long]
  ) extends OpenRun
}
