package io.headwater.plan.expressions

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{
  ArrayTransform,
  Expression,
  LambdaFunction,
  NamedLambdaVariable
}

import io.headwater.util.Accessors

/** The definitions behind references inside one expression. From Spark 4.0 on, `nullif(a, b)` and `a BETWEEN b AND c` are
  * `With` expressions: Spark computes `a` once, and `CommonExpressionRef`s refer to it. Spark 3.5 has no such classes, so
  * they are matched by name. The variable `x` of `transform(items, x -> x.sku)` refers to an element of `items`.
  *
  * One instance serves one reader. A definition is met before the references to it.
  */
private[expressions] final class CommonExpressions {
  private val definitions = mutable.HashMap.empty[Any, Expression]

  /** The array whose elements a lambda variable refers to, if it has been met. */
  def array(variable: Expression): Option[Expression] = variable match {
    case v: NamedLambdaVariable => definitions.get(v.exprId)
    case _ => None
  }

  /** The expression whose value `expression` has: the body of a `With`, the definition of a reference. */
  def resolve(expression: Expression): Option[Expression] = expression.getClass.getName match {
    case CommonExpressions.withClass =>
      val accessors = new Accessors(expression)
      accessors.value[Seq[AnyRef]]("defs").map(new Accessors(_)).foreach { definition =>
        definitions(definition.value[Any]("id")) = definition.value[Expression]("child")
      }
      Some(accessors.value[Expression]("child"))
    case CommonExpressions.referenceClass => definitions.get(new Accessors(expression).value[Any]("id"))
    case _ =>
      expression match {
        case NestedTransform(array, (variable: NamedLambdaVariable) +: _, _) =>
          definitions(variable.exprId) = array
          None
        case other => array(other)
      }
  }
}

private object CommonExpressions {
  private val catalyst = "org.apache.spark.sql.catalyst.expressions."
  val withClass: String = s"${catalyst}With"
  val referenceClass: String = s"${catalyst}CommonExpressionRef"
}

/** Matches `transform(items, (x, i) -> f(x))` for an array whose elements are nested. Gives `items`, the variables `x` and
  * `i`, and `f(x)`.
  */
private[expressions] object NestedTransform {
  def unapply(expression: Expression): Option[(Expression, Seq[Expression], Expression)] = expression match {
    case ArrayTransform(array, LambdaFunction(body, variables, _))
        if NestedTypes.isNested(array.dataType) =>
      Some((array, variables, body))
    case _ => None
  }
}
