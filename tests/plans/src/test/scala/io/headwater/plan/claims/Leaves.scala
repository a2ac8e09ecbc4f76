package io.headwater.plan.claims

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation
import org.apache.spark.sql.catalyst.expressions.{Attribute, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical.{
  AnalysisHelper,
  LocalRelation,
  LogicalPlan,
  SerializeFromObject
}
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.{ExternalRDD, LogicalRDD}

/** One place of a plan where rows come in, with these rows. */
final case class Leaf(number: Int, plan: LogicalPlan, rows: Seq[InternalRow]) {
  val columns: Seq[Attribute] = plan.output

  def withRows(other: Seq[InternalRow]): LogicalPlan = LocalRelation(columns, other)
}

object Leaves {

  /** The plan with another plan for each of its leaves, also in subqueries. */
  def replaced(plan: LogicalPlan)(other: LogicalPlan => LogicalPlan): LogicalPlan =
    AnalysisHelper.allowInvokingTransformsInAnalyzer(replacedIn(plan, other))

  private def replacedIn(plan: LogicalPlan, other: LogicalPlan => LogicalPlan): LogicalPlan =
    plan.transformDown { case leaf if isLeaf(leaf) => other(leaf) }.transformAllExpressions {
      case s: SubqueryExpression => s.withNewPlan(replacedIn(s.plan, other))
    }

  /** The leaves of a plan; one that occurs twice is one leaf. */
  def of(plan: LogicalPlan): Seq[LogicalPlan] = {
    var found = Vector.empty[LogicalPlan]
    replaced(plan) { leaf =>
      if (!found.exists(_ eq leaf)) found :+= leaf
      leaf
    }
    found
  }

  private def isLeaf(plan: LogicalPlan): Boolean = plan match {
    case _: LocalRelation | _: LogicalRDD | _: LogicalRelation => true
    case _: HiveTableRelation | _: DataSourceV2Relation => true
    case SerializeFromObject(_, ExternalRDD(_, _)) => true
    case _ => false
  }
}
