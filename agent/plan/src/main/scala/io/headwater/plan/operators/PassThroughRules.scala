package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.datasources.WriteFiles

import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Nodes that change no column, and rows only in ways that no column decides: limits, samples, hints, partitioning. */
object PassThroughRules {

  /** By name, for the oldest line has no such classes: what stands before `|>`, a SQL function of a table, `LIMIT ALL`,
    * `zip` of two frames.
    */
  private val names =
    Set(
      "LimitAll",
      "PipeOperator",
      "SQLFunctionNode",
      "UpdateEventTimeWatermarkColumn",
      "Zip"
    )

  val rule: Rule = {
    case p: SubqueryAlias => NodeLineage.through(p)
    case p: GlobalLimit => NodeLineage.through(p)
    case p: LocalLimit => NodeLineage.through(p)
    case p: Offset => NodeLineage.through(p)
    case p: Tail => NodeLineage.through(p)
    case p: Sample => NodeLineage.through(p)
    case p: ResolvedHint => NodeLineage.through(p)
    case p: RepartitionOperation => NodeLineage.through(p)
    case p: RebalancePartitions => NodeLineage.through(p)
    case p: EventTimeWatermark => NodeLineage.through(p)
    case p: CollectMetrics => NodeLineage.through(p)
    case p: ReturnAnswer => NodeLineage.through(p)
    // zipWithIndex, and the index of pandas on Spark: a row's number comes from no column
    case p: AttachDistributedSequence =>
      NodeLineage.of(p)(site => site.input.copy(columns = site.input.columns ++ numbered(p, site)))
    case p: WriteFiles => NodeLineage.through(p)
    case p if names(p.getClass.getSimpleName) => NodeLineage.through(p)
  }

  private def numbered(p: AttachDistributedSequence, site: RuleContext): LongMap[Int] =
    LongMap(p.sequenceAttr.exprId.id -> site.graph.nothing)
}
