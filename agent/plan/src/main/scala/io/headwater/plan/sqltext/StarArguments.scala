package io.headwater.plan.sqltext

import org.apache.spark.sql.catalyst.analysis.{Star, UnresolvedFunction, UnresolvedStar}
import org.apache.spark.sql.catalyst.expressions.Expression

import io.headwater.plan.sqltext.SelectLists.StarModifier

/** Stars that are arguments of a function or operands: `HASH(*)`, `to_jsonb(t.*)`, `OBJECT_CONSTRUCT(* EXCLUDE a)`. Such a star
  * stands for all columns that it matches.
  */
private[sqltext] final class StarArguments(names: ColumnResolver, modifiers: StarModifiers) {
  import SelectItem.UnknownColumns

  /** The nodes of the columns of the stars, each with the kinds of its star. A modifier changes the star before it.
    *
    * @param inputs
    *   the inputs of one expression, each with its kinds
    * @param node
    *   the node of an expression beside the star
    */
  def nodes(inputs: Seq[(Expression, Int)], scopes: List[Vector[TextRelation]])(
      node: Expression => Int
  ): Vector[(Int, Int)] =
    inputs.foldLeft(Vector.empty[(Vector[SelectItem], Int)]) {
      case (stars, (star: Star, kinds)) => stars :+ (items(star, scopes) -> kinds)
      case (stars :+ last, (StarModifier(modifier, columns), _)) =>
        stars :+ last.copy(_1 = modifiers(last._1, modifier, columns)(node))
      case (stars, (StarModifier(_, _), kinds)) => stars :+ (Vector(UnknownColumns) -> kinds)
      case (stars, _) => stars
    }.flatMap { case (items, kinds) => items.flatMap(names.nodes).map(_ -> kinds) }

  private def items(star: Star, scopes: List[Vector[TextRelation]]): Vector[SelectItem] = star match {
    case s: UnresolvedStar =>
      val table = s.target.toVector.flatMap(_.map(SparkText.table))
      scopes.map(_.filter(r => isTable(r) && (table.isEmpty || r.matches(table)))).find(_.nonEmpty)
        .fold(Vector[SelectItem](UnknownColumns))(_.flatMap(_.items))
    case _ => Vector(UnknownColumns)
  }

  private def isTable(r: TextRelation): Boolean =
    r.role == RelationRole.Table || r.role == RelationRole.Merged
}

private[sqltext] object StarArguments {

  /** Whether the expression is a star or a modifier of one. */
  def isPart(e: Expression): Boolean = e match {
    case _: Star => true
    case other => StarModifier.unapply(other).isDefined
  }

  /** Whether the star of the function stands for rows rather than columns: `COUNT_BIG(*)`. */
  def countsRows(f: UnresolvedFunction, name: String): Boolean =
    (name == "count" || name == "count_big") && !f.isDistinct && (f.arguments match {
      case Seq(star: UnresolvedStar) => star.target.isEmpty
      case _ => false
    })
}
