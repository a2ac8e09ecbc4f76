package io.headwater.plan.claims

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** A way to change the values of columns. */
sealed trait Change

object Change {

  /** Each value becomes another one. */
  case object Other extends Change

  /** Each row gets the value of a later row. */
  case object Rotated extends Change

  /** All rows get the same value. */
  case object Equal extends Change

  /** Every second row gets a null, if the column is nullable. */
  case object Null extends Change

  val all: Seq[Change] = Seq(Other, Rotated, Equal, Null)
}

object ChangedValues {

  /** The rows of a leaf with changed values in the columns of these positions. */
  def of(leaf: Leaf, columns: Set[Int], change: Change): Seq[InternalRow] = {
    val types = leaf.columns.map(_.dataType)
    val before = leaf.rows.map(row =>
      types.zipWithIndex.map { case (t, c) => if (row.isNullAt(c)) null else row.get(c, t) }
    )
    before.zipWithIndex.map { case (values, row) =>
      val changed = values.zipWithIndex.map { case (value, c) =>
        if (columns(c)) changedValue(leaf, before, row, c, change) else value
      }
      new GenericInternalRow(changed.toArray[Any]): InternalRow
    }
  }

  private def changedValue(leaf: Leaf, rows: Seq[Seq[Any]], row: Int, column: Int, change: Change): Any = {
    val attribute = leaf.columns(column)
    change match {
      case Change.Other => other(rows(row)(column), attribute.dataType)
      case Change.Rotated => rows((row + 1 + column % math.max(1, rows.size - 1)) % rows.size)(column)
      case Change.Equal => other(rows.last(column), attribute.dataType)
      case Change.Null => if (attribute.nullable && row % 2 == 0) null else rows(row)(column)
    }
  }

  /** Another value of the type; the same one for types that have no simple one. */
  private def other(value: Any, dataType: DataType): Any = (value, dataType) match {
    case (v: Int, IntegerType | DateType) => v + 1
    case (v: Long, LongType | TimestampType | TimestampNTZType) => v + 1
    case (v: Double, DoubleType) => v + 1.5
    case (v: Float, FloatType) => v + 1.5f
    case (v: Short, ShortType) => (v + 1).toShort
    case (v: Byte, ByteType) => (v + 1).toByte
    case (v: Boolean, BooleanType) => !v
    case (v: UTF8String, _: StringType) => UTF8String.fromString(s"${v}x")
    case (v: Decimal, d: DecimalType) =>
      Option(v + Decimal(1)).filter(_.changePrecision(d.precision, d.scale)).getOrElse(v)
    case _ => value
  }
}
