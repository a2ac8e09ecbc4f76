package io.headwater.plan.operators

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Kind
import io.headwater.plan.walk.RuleContext

/** An order inside of each partition (`SORT BY`, `sortWithinPartitions`). It decides nothing by itself; below a limit or an
  * offset it decides which rows come first, as `ORDER BY` does, and code that reads the rows of a partition may depend on it.
  */
private[operators] object LocalSorts {

  /** How many nodes are searched. */
  private val maxNodes = 20

  /** The rows of a node with what such an order below it decides.
    *
    * @param rows
    *   the graph node of the rows of this node
    */
  def ordered(plan: LogicalPlan, rows: Int, context: RuleContext): Int = {
    val found = for {
      child <- plan.children
      sort <- below(child)
      input <- context.subquery(sort.child)
    } yield (sort, input)
    found.foldLeft(rows) { case (all, (sort, input)) =>
      context.over(input).rows(all, Kind.Sort, sort.order)
    }
  }

  @tailrec private def below(plan: LogicalPlan, limit: Int = maxNodes): Option[Sort] = plan match {
    case _ if limit == 0 => None
    case s: Sort => if (s.global) None else Some(s)
    case a: SubqueryAlias => below(a.child, limit - 1)
    case p: Project => below(p.child, limit - 1)
    case f: Filter => below(f.child, limit - 1)
    case f: TypedFilter => below(f.child, limit - 1)
    case d: DeserializeToObject => below(d.child, limit - 1)
    case s: SerializeFromObject => below(s.child, limit - 1)
    case m: MapElements => below(m.child, limit - 1)
    case a: AppendColumns => below(a.child, limit - 1)
    case g: Generate => below(g.child, limit - 1)
    case _ => None
  }
}
