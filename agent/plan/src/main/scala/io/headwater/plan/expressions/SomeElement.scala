package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.expressions.{Expression, UnaryExpression}
import org.apache.spark.sql.types.{ArrayType, DataType, NullType}

/** Some element of an array, whichever it is. No plan has it: it stands in the tables of this package for what a function
  * makes of each element. Spark's `Unevaluable` has other methods from Spark 4.0 on.
  */
private[expressions] final case class SomeElement(child: Expression) extends UnaryExpression {
  override def nullable: Boolean = true
  override def dataType: DataType = child.dataType match {
    case ArrayType(element, _) => element
    case _ => NullType
  }
  override def eval(input: InternalRow): Any = notEvaluated
  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = notEvaluated
  override protected def withNewChildInternal(newChild: Expression): SomeElement = copy(child = newChild)

  private def notEvaluated: Nothing = throw new UnsupportedOperationException("no element is evaluated")
}
