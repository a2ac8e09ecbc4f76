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
    case u: UnaryNode if keepsOrder(u) => below(u.child, limit - 1)
    case _ => None
  }

  /** Whether a node has the rows of each partition in the order of its input. */
  private def keepsOrder(plan: UnaryNode): Boolean = plan match {
    case _: SubqueryAlias | _: View | _: ResolvedHint | _: CollectMetrics | _: EventTimeWatermark => true
    case _: Project | _: Filter | _: Sample | _: Generate => true
    case _: TypedFilter | _: DeserializeToObject | _: SerializeFromObject | _: MapElements | _: AppendColumns => true
    case _ => false
  }
}
