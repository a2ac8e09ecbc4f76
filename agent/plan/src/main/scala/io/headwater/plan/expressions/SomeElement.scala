package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{Expression, UnaryExpression, Unevaluable}
import org.apache.spark.sql.types.{ArrayType, DataType, NullType}

/** Some element of an array, whichever it is. No plan has it: it stands in the tables of this package for what a function
  * makes of each element.
  */
private[expressions] final case class SomeElement(child: Expression) extends UnaryExpression
    with Unevaluable {
  override def nullable: Boolean = true
  override def dataType: DataType = child.dataType match {
    case ArrayType(element, _) => element
    case _ => NullType
  }
  override protected def withNewChildInternal(newChild: Expression): SomeElement = copy(child = newChild)
}
