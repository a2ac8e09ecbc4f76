package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{
  Add,
  Alias,
  And,
  BinaryArithmetic,
  BinaryComparison,
  BinaryOperator,
  BitwiseAnd,
  BitwiseOr,
  BitwiseXor,
  EqualTo,
  Expression,
  In,
  InSubquery,
  IsNotNull,
  IsNull,
  Like,
  Literal,
  Not,
  Or,
  Subtract
}

/** How closely an operator binds its operands in SQL; a greater number binds more closely. */
private[expressions] object Operators {
  val none = 0
  val comparison = 4
  val sum = 6
  val atom = 9

  def level(operator: BinaryOperator): Int = operator match {
    case _: Or => 1
    case _: And => 2
    case _: BinaryComparison => comparison
    case _: BitwiseOr | _: BitwiseAnd | _: BitwiseXor => 5
    case _: Add | _: Subtract => sum
    case _: BinaryArithmetic => 7
    case _ => none
  }

  /** None if the text of the expression must tell. */
  def levelOf(e: Expression): Option[Int] = e match {
    case a: Alias => levelOf(a.child)
    case _: Literal => Some(atom) // also `DATE '2024-01-01'`
    case CastOf.Implicit(value) => levelOf(value)
    case b: BinaryOperator => Some(level(b))
    case Not(_: EqualTo) => Some(comparison)
    case _: Not => Some(3)
    case _: In | _: InSubquery | _: IsNull | _: IsNotNull | _: Like => Some(comparison)
    case _ => None
  }
}
