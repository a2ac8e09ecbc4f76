package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Kind
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{ClassNames, Named}

/** Nodes that change no column, and whose effect on rows depends on no column: limits, samples, hints, partitioning. The
  * number of a limit may be a SQL variable, which a query has set.
  */
object PassThroughRules {

  /** Spark 3.3 does not have these classes, so they are matched by name: the rows of a write to files, the operand of
    * `|>`, a SQL function of a table, `LIMIT ALL`, `zip` of two DataFrames. Iceberg for Spark 3.4 puts `NoStatsUnaryNode`
    * around the target of a `MERGE`.
    */
  private val names =
    Set(
      "LimitAll",
      "NoStatsUnaryNode",
      "PipeOperator",
      "SQLFunctionNode",
      "UpdateEventTimeWatermarkColumn",
      "WriteFiles",
      "Zip"
    )

  val rule: Rule = {
    case p: SubqueryAlias => NodeLineage.passThrough(p)
    case p: GlobalLimit => limited(p, p.limitExpr)
    case p: LocalLimit => limited(p, p.limitExpr)
    case p: Tail => limited(p, p.limitExpr)
    case p @ Named("Offset") => // from Spark 3.4 on
      limited(p, p.expressions.head)
    case p: Sample => NodeLineage.passThrough(p)
    case p: ResolvedHint => NodeLineage.passThrough(p)
    case p: RepartitionOperation =>
      if (p.shuffle) NodeLineage.of(p)(_.input.copy(order = None)) else NodeLineage.passThrough(p)
    case p: RebalancePartitions => NodeLineage.of(p)(_.input.copy(order = None))
    case p: EventTimeWatermark => NodeLineage.passThrough(p)
    case p: CollectMetrics => NodeLineage.passThrough(p)
    case p: ReturnAnswer => NodeLineage.passThrough(p)
    // zipWithIndex, and the index of pandas on Spark: the number of a row depends on no column
    case p: AttachDistributedSequence =>
      NodeLineage.of(p)(context =>
        context.input.copy(columns = context.input.columns ++ rowNumber(p, context))
      )
    case p if names(ClassNames.simple(p)) => NodeLineage.passThrough(p)
  }

  private def limited(p: LogicalPlan, number: Expression): NodeLineage =
    NodeLineage.of(p) { context =>
      context.input.copy(rows = context.inOrder(context.rows(Kind.Filter, Seq(number))))
    }

  private def rowNumber(p: AttachDistributedSequence, context: RuleContext): LongMap[Int] =
    LongMap(p.sequenceAttr.exprId.id -> context.graph.nothing)
}
