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
    case e: Reverse => of(e.child)
    case e: TransformValues => of(e.argument)
    case e: ZipWith => Seq(e.left, e.right).flatMap(of)
    case e: ArraysZip => e.children.flatMap(of)
    case e @ (_: MapValues | _: MapEntries) => e.children.flatMap(of)
    case _: CreateArray => Nil
    case other => Seq(other)
  }
}
