package io.headwater.plan.nodes

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.datasources.WriteFiles

import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Site}

/** Nodes that change no column, and rows only in ways that no column decides: limits, samples, hints, partitioning. */
object Passing {

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
    case p: SubqueryAlias => Reading.through(p)
    case p: GlobalLimit => Reading.through(p)
    case p: LocalLimit => Reading.through(p)
    case p: Offset => Reading.through(p)
    case p: Tail => Reading.through(p)
    case p: Sample => Reading.through(p)
    case p: ResolvedHint => Reading.through(p)
    case p: RepartitionOperation => Reading.through(p)
    case p: RebalancePartitions => Reading.through(p)
    case p: EventTimeWatermark => Reading.through(p)
    case p: CollectMetrics => Reading.through(p)
    case p: ReturnAnswer => Reading.through(p)
    // zipWithIndex, and the index of pandas on Spark: a row's number comes from no column
    case p: AttachDistributedSequence =>
      Reading.of(p)(site => site.input.copy(columns = site.input.columns ++ numbered(p, site)))
    case p: WriteFiles => Reading.through(p)
    case p if names(p.getClass.getSimpleName) => Reading.through(p)
  }

  private def numbered(p: AttachDistributedSequence, site: Site): LongMap[Int] =
    LongMap(p.sequenceAttr.exprId.id -> site.graph.nothing)
}
