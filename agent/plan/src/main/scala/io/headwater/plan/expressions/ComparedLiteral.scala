package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types._

/** Matches a literal of a type whose values are equal in SQL exactly if they are equal in Scala, and gives the value. Not
  * among these types are those of floating-point numbers (`-0.0 = 0.0`, `NaN = NaN`), texts with a collation (`'a' = 'A'`),
  * `char(n)` (`'a' = 'a '`), and bytes, whose arrays Scala compares by reference.
  */
private[plan] object ComparedLiteral {
  def unapply(literal: Literal): Option[Any] = literal.dataType match {
    case StringType | BooleanType | ByteType | ShortType | IntegerType | LongType => Some(literal.value)
    case DateType | TimestampType | _: DecimalType => Some(literal.value)
    case _ => None
  }
}
