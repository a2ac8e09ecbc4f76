package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types.{BooleanType, NumericType}

/** The text of a literal, without the suffix that gives the type of a number: `15`, `'paid'`, `DATE '2024-01-01'`. */
private[expressions] object LiteralSql {
  def apply(literal: Literal): String = literal match {
    case Literal(null, _) => "NULL"
    case Literal(value, _: NumericType | BooleanType) => value.toString
    case other => other.sql
  }
}
