package io.headwater.shell.sqlmetrics

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{DatasetId, Reads, Statistics}
import io.headwater.plan.Lineage
import io.headwater.shell.capture.CompletedStage
import io.headwater.util.Attempts

/** The metrics of a query.
  *
  * @param written
  *   the metrics of the write in the physical plan, if there is one
  * @param outputs
  *   the metrics of each write, if there are several
  * @param reads
  *   the metrics of the scans by dataset
  * @param tasks
  *   the output metrics of the tasks
  */
final case class QueryMetrics(
    written: Option[Statistics] = None,
    outputs: Map[DatasetId, Statistics] = Map.empty,
    reads: Reads = Reads.none,
    tasks: Option[Statistics] = None
)

/** Reads the metrics of a query that has succeeded. If a Spark version or a library has other metrics, they are left
  * out.
  */
final class QueryMetricsReader(lineageOf: QueryExecution => Lineage) {

  def apply(query: QueryExecution, stages: Vector[CompletedStage]): QueryMetrics = readOr(QueryMetrics()) {
    val nodes = PhysicalPlan.nodes(query.executedPlan)
    val stageMetrics = new StageMetrics(stages)
    val lineage = lineageOf(query)
    QueryMetrics(
      readOr(Option.empty[Statistics])(WriteMetrics.of(nodes)),
      readOr(Map.empty[DatasetId, Statistics])(WriteMetrics.byOutput(nodes, output(lineage, _))),
      readOr(Reads.none)(new ScanMetrics(lineage.of(_).sources, stageMetrics).of(nodes)),
      readOr(Option.empty[Statistics])(stageMetrics.written)
    )
  }

  private def output(lineage: Lineage, command: LogicalPlan): Option[DatasetId] =
    Some(lineage.read(command).lineage.sinks).collect { case Vector(sink) => sink.dataset.id }

  private def readOr[A](default: A)(read: => A): A =
    Attempts.nonFatal(read).getOrElse(default)
}
