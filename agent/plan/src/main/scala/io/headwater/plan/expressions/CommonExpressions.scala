package io.headwater.plan.expressions

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Expression, NamedLambdaVariable}

import io.headwater.util.Accessors

/** The definitions behind references inside one expression. From Spark 4.0 on, `nullif(a, b)` and `a BETWEEN b AND c` are
  * `With` expressions: Spark computes `a` once, and `CommonExpressionRef`s refer to it. Spark 3.5 has no such classes, so
  * they are matched by name. The variable `x` of `transform(items, x -> x.sku)` refers to an element of `items`.
  *
  * One instance serves one reader. A definition is met before the references to it.
  */
private[expressions] final class CommonExpressions {
  private val definitions = mutable.HashMap.empty[Any, Expression]
  private val variables = mutable.HashMap.empty[Any, CollectionPart]

  /** The part of a collection that a lambda variable stands for, if its function has been met. */
  def part(variable: Expression): Option[CollectionPart] = variable match {
    case v: NamedLambdaVariable => variables.get(v.exprId)
    case _ => None
  }

  /** Defines the variables of a function of a collection. */
  def define(expression: Expression): Unit =
    LambdaVariables.of(expression).foreach { case (variable, part) => variables(variable.exprId) = part }

  /** The expression whose value `expression` has: the body of a `With`, the definition of a reference, or the collection of
    * a lambda variable.
    */
  def resolve(expression: Expression): Option[Expression] = definition(expression).orElse {
    define(expression)
    part(expression).map(_.collection)
  }

  /** The body of a `With`, the definition of a reference. */
  def definition(expression: Expression): Option[Expression] = expression.getClass.getName match {
    case CommonExpressions.withClass =>
      val accessors = new Accessors(expression)
      accessors.value[Seq[AnyRef]]("defs").map(new Accessors(_)).foreach { definition =>
        definitions(definition.value[Any]("id")) = definition.value[Expression]("child")
      }
      Some(accessors.value[Expression]("child"))
    case CommonExpressions.referenceClass => definitions.get(new Accessors(expression).value[Any]("id"))
    case _ => None
  }
}

private object CommonExpressions {
  private val catalyst = "org.apache.spark.sql.catalyst.expressions."
  val withClass: String = s"${catalyst}With"
  val referenceClass: String = s"${catalyst}CommonExpressionRef"
}
