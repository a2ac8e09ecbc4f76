package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.expressions.DependencyEdges
import io.headwater.plan.graph.Scope
import io.headwater.plan.variables.PartOfText
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, Named}

/** `t BIN BY (RANGE start TO end BIN WIDTH … DISTRIBUTE UNIFORM (amount))`. Each row becomes one row for each bin that its
  * range overlaps. The new columns are the bounds of the bin, the share of the range that lies in the bin, and the same
  * share of each distributed value. The width and the origin of the bins are numbers in the plan, also those that were
  * variables. Spark has the node from 4.3 on, so it is matched by name.
  */
object BinByRule {
  val rule: Rule = { case b @ Named("BinBy") => NodeLineage.of(b)(binned(b, _)) }

  private def binned(b: LogicalPlan, context: RuleContext): Scope = {
    val node = new Accessors(b)
    val range = Seq("rangeStart", "rangeEnd").map(node.value[Attribute](_))
    val certainty = ofWidth(b, context)
    def computed(from: Attribute*): Int =
      context.derived(context.dependencies(from, Kind.Transformation) ++ DependencyEdges(
        Vector.empty,
        certainty
      ))
    val bins = node.value[Seq[Attribute]]("appendedAttributes").map(_.exprId.id -> computed(range: _*))
    val shares = node.value[Seq[Attribute]]("scaledDistributeColumns")
      .zip(node.value[Seq[Attribute]]("distributeColumns"))
      .map { case (share, total) => share.exprId.id -> computed(total +: range: _*) }
    context.input.copy(
      columns = context.input.columns ++ LongMap(bins ++ shares: _*),
      rows = context.rows(Kind.Join, range)
    )
  }

  private def ofWidth(b: LogicalPlan, context: RuleContext): Certainty =
    if (!PartOfText.mayHaveVariable(b, context)) Certainty.Exact
    else {
      context.gap("columns", "the bins of BIN BY may have a variable that depends on data")
      Certainty.Unknown
    }
}
