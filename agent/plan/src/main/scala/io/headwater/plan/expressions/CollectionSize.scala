package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._

/** What decides how many elements a collection has, and whether it is null. Some functions keep the number, whatever they
  * make of the elements.
  */
object CollectionSize {
  def of(collection: Expression): Seq[Expression] = collection match {
    case PassThroughExpression(same) => of(same)
    case e: ArrayTransform => of(e.argument)
    case e: ArraySort => of(e.argument)
    case e: SortArray if e.ascendingOrder.isInstanceOf[Literal] => of(e.base)
    case e: TransformValues => of(e.argument)
    case e: ZipWith => Seq(e.left, e.right).flatMap(of)
    case e: ArrayRepeat => Seq(e.right)
    case e: GetArrayStructFields => of(e.child)
    case e @ (_: ArraysZip | _: Concat | _: MapEntries | _: MapKeys | _: MapValues | _: Reverse | _: Shuffle) =>
      e.children.flatMap(of)
    case e if isFixed(e) => Nil
    case other => Seq(other)
  }

  /** The collection, if it decides how many elements there are. */
  def unlessFixed(collection: Expression): Seq[Expression] =
    if (isFixed(collection)) Nil else Seq(collection)

  /** Whether the query itself lists the elements, and no two keys of a map can be equal. */
  def isFixed(collection: Expression): Boolean = collection match {
    case _: CreateArray => true
    case map: CreateMap => map.keys.size == 1 || map.keys.forall(_.isInstanceOf[Literal])
    case _ => false
  }
}
