package io.headwater.shell.metrics

import scala.util.control.NonFatal

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{QueryExecution, SparkPlan}

import io.headwater.model.{Reads, Statistics}
import io.headwater.plan.Lineage
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.session.SessionContexts

/** The metrics of a query.
  *
  * @param written
  *   the metrics of the write in the physical plan
  * @param reads
  *   the metrics of the scans by dataset
  * @param tasks
  *   the output metrics of the tasks
  */
final case class QueryMetrics(
    written: Option[Statistics] = None,
    reads: Reads = Reads.none,
    tasks: Option[Statistics] = None
)

/** Reads the metrics of a query that has succeeded. If a Spark version or a library has other metrics, they are left out. */
final class QueryMetricsReader(rules: LogicalPlan => NodeLineage, sessions: SessionContexts) {

  def apply(query: QueryExecution, stages: Vector[StageInfo]): QueryMetrics = readOr(QueryMetrics()) {
    val nodes = PhysicalPlan.nodes(query.executedPlan)
    val stageMetrics = new StageMetrics(stages)
    QueryMetrics(
      readOr(Option.empty[Statistics])(WriteMetrics.of(nodes)),
      readOr(Reads.none)(reads(query, nodes, stageMetrics)),
      readOr(Option.empty[Statistics])(stageMetrics.written)
    )
  }

  private def reads(query: QueryExecution, nodes: Vector[SparkPlan], stages: StageMetrics): Reads = {
    val lineage = new Lineage(rules, sessions.of(query))
    new ScanMetrics(lineage.of(_).sources, stages).of(nodes)
  }

  private def readOr[A](default: A)(read: => A): A =
    try read
    catch {
      case NonFatal(_) => default
      case _: LinkageError => default
    }
}
