package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._

import io.headwater.model.Field
import io.headwater.plan.graph.ItemNames

/** Matches an access to a built array or map that always finds the same item: `array(a, b)[0]`, `map('x', a)['x']`. Gives
  * the item. Spark's optimiser simplifies the same accesses (`SimplifyExtractValueOps`). An index or a key that is not in
  * the collection matches nothing here.
  */
private[expressions] object ExtractedItem {
  def unapply(expression: Expression): Option[Expression] = expression match {
    case e: GetArrayItem => at(e.child, e.ordinal)
    case GetOf(array, index) => at(array, index)
    case e: GetMapValue => under(e.child, e.key)
    case e: ElementAt => at(e.left, e.right, isPosition = true).orElse(under(e.left, e.right))
    case _ => None
  }

  /** @param isPosition
    *   whether the first item has the index 1, and the last one -1
    */
  private def at(array: Expression, index: Expression, isPosition: Boolean = false): Option[Expression] =
    (array, index) match {
      case (CreateArray(items, _), Literal(i: Int, _)) =>
        items.lift(if (!isPosition) i else if (i < 0) items.size + i else i - 1)
      case _ => None
    }

  /** The last of equal keys wins, or Spark refuses the map. */
  private def under(map: Expression, key: Expression): Option[Expression] = (map, key) match {
    case (m: CreateMap, k @ ComparedLiteral(_)) if m.keys.forall(_.isInstanceOf[Literal]) =>
      m.keys.zip(m.values).reverseIterator.collectFirst { case (`k`, value) => value }
    case _ => None
  }

  /** The name in [[ItemNames]] of the element that an index chooses.
    *
    * @param isPosition
    *   whether the first element has the index 1, and the last one -1
    */
  def ofArray(index: Expression, isPosition: Boolean): String = index match {
    case Literal(i: Int, _) if isPosition && i != 0 => ItemNames.at(if (i < 0) i else i - 1)
    case Literal(i: Int, _) if i >= 0 && !isPosition => ItemNames.at(i)
    case _ => ItemNames.anywhere
  }

  /** The name of the value that a key chooses. */
  def ofMap(key: Expression): String = key match {
    case k @ ComparedLiteral(value) => ItemNames.under(s"${k.dataType.typeName} $value")
    case _ => Field.value
  }

  /** The names of the elements of an array with these items: from its start, and from its end. */
  def inArray(items: Seq[Expression]): Seq[(String, Expression)] =
    if (items.size > maxNamed) Nil
    else
      items.zipWithIndex.flatMap { case (item, i) =>
        Seq(ItemNames.at(i) -> item, ItemNames.at(i - items.size) -> item)
      }

  /** The names of the values of a map whose keys are literals. The last of equal keys wins. */
  def inMap(map: CreateMap): Seq[(String, Expression)] =
    if (map.keys.size > maxNamed) Nil
    else
      map.keys.zip(map.values).collect {
        case (key @ ComparedLiteral(_), value) => ofMap(key) -> value
      }

  /** The bound on the items of a collection that have names. */
  private val maxNamed = 200
}
