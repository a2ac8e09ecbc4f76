package io.headwater.shell.lifecycle

import java.time.Instant

import io.headwater.model.{Additions, DatasetId, PlanLineage, Reads, RunRef, Statistics, Streaming}
import io.headwater.shell.lifecycle.Signal._

/** A query that runs: with a run of its own, inside another one's, or as a batch of a stream. */
sealed trait Open
object Open {

  /** `within`: the batch that it runs in, and the run of that batch's stream. `told`: when a stream's last RUNNING was.
    * `tasks`: what tasks say they have written, which is of no one dataset yet.
    */
  final case class Run(
      start: QueryStarted,
      lineage: PlanLineage,
      statistics: Map[DatasetId, Statistics] = Map.empty,
      reads: Reads = Reads.none,
      tasks: Option[Statistics] = None,
      lasting: Additions = Additions.none,
      within: Option[(Long, RunRef)] = None,
      streaming: Option[Streaming] = None,
      told: Option[Instant] = None
  ) extends Open {
    def ref: RunRef = RunRef(start.runId, start.job)

    /** With what extensions have found. */
    def adding(more: Additions): Run =
      if (more.isEmpty) this
      else {
        val all = lasting ++ more
        copy(lineage = lineage.merge(more.lineage), lasting = if (streaming.isEmpty) all else all.compacted)
      }

    /** With what a batch of the stream has shown of its datasets. */
    def shown(by: PlanLineage): Run =
      copy(lineage = by.merge(lineage.copy(gaps = Vector.empty)).merge(lasting.lineage))

    /** Whether a query that starts meanwhile in the same batch is this one's own doing, as the insert of a `CREATE TABLE
      * AS SELECT` is, and not another query of the user's: Spark tells of both that they run in the batch.
      */
    def begets(other: QueryStarted): Boolean = {
      val (own, others) = (ids(start.lineage), ids(other.lineage))
      own.isEmpty || others.isEmpty || others.exists(own.contains)
    }

    private def ids(lineage: PlanLineage) = lineage.sinks.map(_.dataset.id)

    /** What has been counted; a stream's single sink has what went through. */
    def counted: Map[DatasetId, Statistics] = {
      val rows = streaming.flatMap(_.progress).flatMap(_.outputRows)
      rows.filter(_ => lineage.sinks.size == 1).fold(byTasks ++ statistics) { n =>
        statistics.updated(lineage.sinks(0).dataset.id, Statistics(Some(n), None, None))
      }
    }

    /** Where nothing else has counted what a single output has got, its tasks have. */
    private def byTasks: Map[DatasetId, Statistics] = lineage.sinks match {
      case Vector(sink) if sink.counted && streaming.isEmpty => tasks.map(sink.dataset.id -> _).toMap
      case _ => Map.empty
    }

    /** Adds what was counted while the sinks of `from` were written, and the versions that they have got. */
    def wrote(from: PlanLineage, ended: QueryEnded): Run = {
      val counts = ended.written.filter(_ => streaming.isEmpty) // of one batch alone
      val counted = for (sink <- from.sinks.filter(_.counted).take(1); counts <- counts)
        yield sink.dataset.id -> counts
      val sinks = lineage.sinks.map { sink =>
        val version = ended.versions.get(sink.dataset.id).orElse(sink.dataset.version)
        sink.copy(dataset = sink.dataset.copy(version = version))
      }
      copy(
        lineage = lineage.copy(sinks = sinks),
        statistics = statistics ++ counted,
        reads = reads.merge(ended.reads),
        tasks = (tasks ++ ended.tasks).reduceOption(_ merge _)
      )
    }

    /** Without the sinks that were left alone because they were there already. */
    def settled: Run = {
      val kept =
        lineage.sinks.filter(s => s.certain || statistics.get(s.dataset.id).exists(_.files.forall(_ > 0)))
      copy(lineage = lineage.copy(sinks = kept))
    }
  }

  final case class Inner(root: Long, lineage: PlanLineage) extends Open

  /** `separate`: what runs inside is the user's own (`foreachBatch`), and each a run. */
  final case class Batch(stream: Long, separate: Boolean) extends Open
}
