package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.{condition, value}
import io.headwater.plan.graph.{Kinds, Scope}

/** What a subquery gives to the expression that it stands in. */
object Subqueries {

  /** `(SELECT max(y) FROM t)` passes its value on; `EXISTS (…)` and `a IN (…)` test rows. What decides the subquery's
    * rows bears on all of them.
    */
  def parts(subquery: SubqueryExpression, lookup: AttributeLookup): ExpressionInputs = {
    val inside = subquery.children.map(ExpressionInput(_, condition))
    lookup.subquery(subquery.plan).fold(ExpressionInputs(inside, certainty = Certainty.Unknown)) { scope =>
      val kinds = subquery match {
        case _: ScalarSubquery => Some(Kinds.identity)
        case _: Exists => None
        case _ => Some(value) // IN, and what later Spark versions add: the values are compared
      }
      val outputs = kinds.toSeq.flatMap(k => columns(subquery, scope).map(_ -> k))
      ExpressionInputs(inside, outputs :+ (scope.rows -> Kinds.identity))
    }
  }

  private def columns(subquery: SubqueryExpression, scope: Scope): Seq[Int] =
    subquery.plan.output.flatMap(a => scope.column(a.exprId.id))
}

/** Functions whose result does not give the value back: what the facet calls masking. `count` is among them, as in the
  * facet's own documentation.
  */
object Masking {
  private val names = Set(
    "AesEncrypt",
    "CollationAwareMurmur3Hash",
    "CollationAwareXxHash64",
    "Count",
    "Crc32",
    "HiveHash",
    "Mask",
    "Md5",
    "Murmur3Hash",
    "Sha1",
    "Sha2",
    "XxHash64"
  )

  def apply(expression: Expression): Boolean = names(expression.getClass.getSimpleName)
}
