package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.StructType

/** Matches a struct, an array or a map that is built anew of all parts of another one, and gives the other one. `INSERT`
  * writes each nested column in this way: `if(isnull(s), null, named_struct('a', s.a, …))`, `transform(xs, x -> …)`,
  * `map_from_arrays(transform(map_keys(m), …), transform(map_values(m), …))`.
  */
private[expressions] object CopyOf {
  def unapply(expression: Expression): Option[Expression] = expression match {
    case If(IsNull(value), Literal(null, _), struct: CreateNamedStruct) if isCopy(struct, value) =>
      Some(value)
    case struct: CreateNamedStruct => notNull(struct)
    case ArrayTransform(array, LambdaFunction(body, Seq(element: NamedLambdaVariable), _))
        if isSame(body, element) => Some(array)
    case MapFromArrays(Original(MapKeys(keys)), Original(MapValues(values)))
        if keys.semanticEquals(values) => Some(keys)
    case _ => None
  }

  /** A struct that can be null would become a struct of nulls. */
  private def notNull(struct: CreateNamedStruct): Option[Expression] =
    struct.valExprs.headOption.flatMap(fieldOf).filter(value => !value.nullable && isCopy(struct, value))

  private def fieldOf(value: Expression): Option[Expression] = withoutAlias(value) match {
    case Original(field: GetStructField) => Some(field.child)
    case _ => None
  }

  private def isCopy(struct: CreateNamedStruct, value: Expression): Boolean = value.dataType match {
    case StructType(fields) if fields.length == struct.valExprs.length =>
      struct.nameExprs.zip(struct.valExprs).zip(fields).zipWithIndex.forall {
        case (((name, part), field), i) =>
          isLiteral(name, field.name) && isField(withoutAlias(part), value, i)
      }
    case _ => false
  }

  private def isLiteral(name: Expression, text: String): Boolean = name match {
    case Literal(value, _) => value != null && value.toString == text
    case _ => false
  }

  private def isField(part: Expression, of: Expression, ordinal: Int): Boolean = part match {
    case Original(f: GetStructField) => f.ordinal == ordinal && isValueOf(f.child, of)
    case _ => false
  }

  /** Below a check for null, Spark marks the struct as not null. */
  @tailrec private def isValueOf(marked: Expression, value: Expression): Boolean = marked match {
    case _ if marked.semanticEquals(value) => true
    case PassThroughExpression(same) => isValueOf(same, value)
    case _ => false
  }

  private def isSame(body: Expression, element: NamedLambdaVariable): Boolean = withoutAlias(body) match {
    case Original(v: NamedLambdaVariable) => v.exprId == element.exprId
    case _ => false
  }

  private def withoutAlias(expression: Expression): Expression = expression match {
    case alias: Alias => alias.child
    case other => other
  }

  /** Gives what an expression is a copy of, or the expression itself. */
  private object Original {
    def unapply(expression: Expression): Some[Expression] =
      Some(CopyOf.unapply(expression).getOrElse(expression))
  }
}
