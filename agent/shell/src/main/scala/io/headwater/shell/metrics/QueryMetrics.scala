package io.headwater.shell.metrics

import scala.util.control.NonFatal

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{QueryExecution, SparkPlan}

import io.headwater.model.{Reads, Statistics}
import io.headwater.plan.Lineage
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.session.SessionContexts

/** What Spark counted while a query ran. `tasks`: what its tasks say they have written. */
final case class QueryMetrics(
    written: Option[Statistics] = None,
    reads: Reads = Reads.none,
    tasks: Option[Statistics] = None
)

/** Reads the metrics of a query that has ended well. Metrics that this Spark or a library has otherwise are left out. */
final class QueryMetricsReader(rules: LogicalPlan => NodeLineage, sessions: SessionContexts) {

  def apply(query: QueryExecution, stages: Vector[StageInfo]): QueryMetrics = attempt(QueryMetrics()) {
    val nodes = PhysicalPlan.nodes(query.executedPlan)
    val ran = new StageMetrics(stages)
    QueryMetrics(
      attempt(Option.empty[Statistics])(WriteMetrics.in(nodes)),
      attempt(Reads.none)(reads(query, nodes, ran)),
      attempt(Option.empty[Statistics])(ran.written)
    )
  }

  private def reads(query: QueryExecution, nodes: Vector[SparkPlan], ran: StageMetrics): Reads = {
    val walk = new Lineage(rules, sessions.of(query))
    new ScanMetrics(walk.of(_).sources, ran).in(nodes)
  }

  private def attempt[A](otherwise: A)(read: => A): A =
    try read
    catch {
      case NonFatal(_) => otherwise
      case _: LinkageError => otherwise
    }
}
