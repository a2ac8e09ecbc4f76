package io.headwater.plan.nodes

import org.apache.spark.sql.catalyst.expressions.{And, Expression}
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Kind
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.Scope

/** `SELECT a, b + 1 AS c` and what keeps or orders rows: `WHERE`, `ORDER BY`, `DISTINCT`, `dropDuplicates`. */
object Selecting {
  val rule: Rule = {
    case p: Project => Reading.of(p)(site => Scope(site.columns(p.projectList), site.input.rows))
    case f: Filter => Reading.of(f)(site => site.input.copy(rows = site.rows(Kind.Filter, deciding(f))))
    case s: Sort => Reading.of(s)(site => site.input.copy(rows = site.rows(Kind.Sort, s.order)))
    case d: Distinct => Reading.of(d)(site => site.input.copy(rows = site.rows(Kind.GroupBy, d.child.output)))
    case d: Deduplicate => Reading.of(d)(site => site.input.copy(rows = site.rows(Kind.GroupBy, d.keys)))
    case d: DeduplicateWithinWatermark =>
      Reading.of(d)(site => site.input.copy(rows = site.rows(Kind.GroupBy, d.keys)))
  }

  /** A table's `CHECK` constraint, from Spark 4.1 on, so by name: it lets every row pass, or fails the write. */
  private def deciding(filter: Filter): Seq[Expression] =
    if (isCheck(filter.condition)) Nil else Seq(filter.condition)

  private def isCheck(condition: Expression): Boolean = condition match {
    case both: And => isCheck(both.left) && isCheck(both.right)
    case one => one.getClass.getSimpleName == "CheckInvariant"
  }
}
