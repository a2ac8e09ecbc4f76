package io.headwater.plan.operators

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan, Project, Sort, SubqueryAlias}

import io.headwater.model.Kind
import io.headwater.plan.walk.RuleContext

/** An order inside of each partition (`SORT BY`, `sortWithinPartitions`). It decides nothing by itself; below a limit or an
  * offset it decides which rows come first, as `ORDER BY` does.
  */
private[operators] object LocalSorts {

  /** How many nodes below a limit are searched. */
  private val maxNodes = 20

  /** The rows of a limit with what such an order below it decides.
    *
    * @param rows
    *   the graph node of the rows of the limit
    */
  def limited(limit: LogicalPlan, rows: Int, context: RuleContext): Int = {
    val found = for {
      child <- limit.children.headOption
      sort <- below(child)
      input <- context.subquery(sort.child)
    } yield context.over(input).rows(rows, Kind.Sort, sort.order)
    found.getOrElse(rows)
  }

  @tailrec private def below(plan: LogicalPlan, limit: Int = maxNodes): Option[Sort] = plan match {
    case _ if limit == 0 => None
    case s: Sort => if (s.global) None else Some(s)
    case a: SubqueryAlias => below(a.child, limit - 1)
    case p: Project => below(p.child, limit - 1)
    case f: Filter => below(f.child, limit - 1)
    case _ => None
  }
}
