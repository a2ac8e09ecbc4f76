package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.{And, Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Kind
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, ClassNames, Named}

/** `SELECT a, b + 1 AS c`, and the nodes that filter or order rows: `WHERE`, `ORDER BY`, `DISTINCT`, `dropDuplicates`. */
object ProjectRules {
  val rule: Rule = {
    case p: Project =>
      NodeLineage.of(p)(context => context.input.copy(columns = context.columns(p.projectList)))
    case PrunedUnion(lineage) => lineage
    case f: Filter => NodeLineage.of(f)(filtered(f, _))
    case s: Sort if !s.global => // SORT BY, sortWithinPartitions
      NodeLineage.of(s) { context =>
        context.input.copy(order = Some(context.rows(context.graph.nothing, Kind.Sort, s.order)))
      }
    case s: Sort =>
      NodeLineage.of(s) { context =>
        context.input.copy(rows = Unordered.inputs(s, context).rows(Kind.Sort, s.order), order = None)
      }
    case d: Distinct =>
      NodeLineage.of(d) { context =>
        val rows = Unordered.inputs(d, context).rows(Kind.GroupBy, d.child.output)
        context.input.copy(rows = rows, order = None)
      }
    case d: Deduplicate => NodeLineage.of(d)(deduplicated(d, d.keys, _))
    case d @ Named("DeduplicateWithinWatermark") => // from Spark 3.5 on
      NodeLineage.of(d)(deduplicated(d, new Accessors(d).value[Seq[Attribute]]("keys"), _))
  }

  def filtered(f: Filter, context: RuleContext): Scope =
    context.input.copy(rows = context.rows(Kind.Filter, conditions(f)))

  /** Of the rows with equal keys the first one remains, so an order below may decide on the other columns. */
  private def deduplicated(d: LogicalPlan, keys: Seq[Attribute], context: RuleContext): Scope = {
    val ids = keys.map(_.exprId).toSet
    val isWhole = d.output.forall(a => ids(a.exprId))
    val ordered = if (isWhole) Unordered.inputs(d, context) else context
    val rows = LateRows.without(d, ordered).rows(Kind.GroupBy, keys)
    context.input.copy(rows = if (isWhole) rows else context.inOrder(rows), order = None)
  }

  /** A `CHECK` constraint of a table filters no rows: a violation fails the write. Its class exists from Spark 4.1 on, so
    * it is matched by name.
    */
  private def conditions(filter: Filter): Seq[Expression] =
    if (isCheck(filter.condition)) Nil else Seq(filter.condition)

  private def isCheck(condition: Expression): Boolean = condition match {
    case both: And => isCheck(both.left) && isCheck(both.right)
    case one => ClassNames.simple(one) == "CheckInvariant"
  }
}
