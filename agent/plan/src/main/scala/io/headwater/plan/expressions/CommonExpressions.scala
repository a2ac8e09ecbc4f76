package io.headwater.plan.expressions

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{
  ArrayTransform,
  Expression,
  LambdaFunction,
  NamedLambdaVariable
}

import io.headwater.util.Accessors

/** Values that Spark computes once and uses more than once inside one expression: `nullif(a, b)` and `a BETWEEN b AND c`
  * are `With` expressions from Spark 4.0 on, and what stands for `a` in them is a reference. Read by name, for the
  * oldest line has no such class. One for each reader: a reference is met after what defines it. The `x` of
  * `transform(items, x -> x.sku)` stands for what it is an element of.
  */
private[expressions] final class CommonExpressions {
  private val defined = mutable.HashMap.empty[Any, Expression]

  /** The array that a lambda's variable is an element of, where that has been met. */
  def array(variable: Expression): Option[Expression] = variable match {
    case v: NamedLambdaVariable => defined.get(v.exprId)
    case _ => None
  }

  /** The expression that `expression` only stands for: of a `With` its body, of a reference what it refers to. */
  def behind(expression: Expression): Option[Expression] = expression.getClass.getName match {
    case CommonExpressions.scope =>
      val read = new Accessors(expression)
      read.value[Seq[AnyRef]]("defs").map(new Accessors(_)).foreach { one =>
        defined(one.value[Any]("id")) = one.value[Expression]("child")
      }
      Some(read.value[Expression]("child"))
    case CommonExpressions.reference => defined.get(new Accessors(expression).value[Any]("id"))
    case _ =>
      expression match {
        case Each(array, (variable: NamedLambdaVariable) +: _, _) => defined(variable.exprId) = array; None
        case other => array(other)
      }
  }
}

private object CommonExpressions {
  private val catalyst = "org.apache.spark.sql.catalyst.expressions."
  val scope: String = s"${catalyst}With"
  val reference: String = s"${catalyst}CommonExpressionRef"
}

/** `transform(items, (x, i) -> f(x))` of an array whose elements have parts: `items`, `x` and `i`, `f(x)`. */
private[expressions] object Each {
  def unapply(expression: Expression): Option[(Expression, Seq[Expression], Expression)] = expression match {
    case ArrayTransform(array, LambdaFunction(made, variables, _)) if NestedLineage.nested(array.dataType) =>
      Some((array, variables, made))
    case _ => None
  }
}
