package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Nodes that change no column, and whose effect on rows depends on no column: limits, samples, hints, partitioning. */
object PassThroughRules {

  /** Spark 3.3 does not have these classes, so they are matched by name: `OFFSET`, the rows of a write to files, the
    * operand of `|>`, a SQL function of a table, `LIMIT ALL`, `zip` of two DataFrames. Iceberg for Spark 3.4 puts
    * `NoStatsUnaryNode` around the target of a `MERGE`.
    */
  private val names =
    Set(
      "LimitAll",
      "NoStatsUnaryNode",
      "Offset",
      "PipeOperator",
      "SQLFunctionNode",
      "UpdateEventTimeWatermarkColumn",
      "WriteFiles",
      "Zip"
    )

  val rule: Rule = {
    case p: SubqueryAlias => NodeLineage.passThrough(p)
    case p: GlobalLimit => NodeLineage.passThrough(p)
    case p: LocalLimit => NodeLineage.passThrough(p)
    case p: Tail => NodeLineage.passThrough(p)
    case p: Sample => NodeLineage.passThrough(p)
    case p: ResolvedHint => NodeLineage.passThrough(p)
    case p: RepartitionOperation => NodeLineage.passThrough(p)
    case p: RebalancePartitions => NodeLineage.passThrough(p)
    case p: EventTimeWatermark => NodeLineage.passThrough(p)
    case p: CollectMetrics => NodeLineage.passThrough(p)
    case p: ReturnAnswer => NodeLineage.passThrough(p)
    // zipWithIndex, and the index of pandas on Spark: the number of a row depends on no column
    case p: AttachDistributedSequence =>
      NodeLineage.of(p)(context =>
        context.input.copy(columns = context.input.columns ++ rowNumber(p, context))
      )
    case p if names(p.getClass.getSimpleName) => NodeLineage.passThrough(p)
  }

  private def rowNumber(p: AttachDistributedSequence, context: RuleContext): LongMap[Int] =
    LongMap(p.sequenceAttr.exprId.id -> context.graph.nothing)
}
