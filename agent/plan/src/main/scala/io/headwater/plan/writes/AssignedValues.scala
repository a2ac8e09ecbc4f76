package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.Assignment
import org.apache.spark.sql.types.StructType

/** The values that a statement assigns to the columns of a table. `SET s.a = x` assigns a new struct to `s`, whose other
  * fields keep their values, as in Spark's `AssignmentUtils`.
  *
  * @param columns
  *   the columns of the table
  */
private[writes] final class AssignedValues(columns: Seq[Attribute]) {

  /** The new values by the names of the columns; a statement may write a name in another case.
    *
    * @param current
    *   the value of a column whose fields are not all assigned
    */
  def of(assignments: Seq[Assignment], current: Attribute => Expression): Map[String, Expression] = {
    val assigned = assignments.flatMap(a => assignedPart(a.key, Nil, a.value))
    columns.flatMap { column =>
      val parts = assigned.collect { case (to, part) if to.exprId == column.exprId => part }
      if (parts.isEmpty) None else Some(column.name -> newValue(current(column), parts))
    }.toMap
  }

  private def assignedPart(
      key: Expression,
      path: List[Int],
      value: Expression
  ): Option[(Attribute, AssignedPart)] = key match {
    case field: GetStructField => assignedPart(field.child, field.ordinal :: path, value)
    case column: Attribute => Some(column -> AssignedPart(path, value))
    case _ => None // Spark refuses a part of an array or a map
  }

  private def newValue(current: Expression, parts: Seq[AssignedPart]): Expression = current.dataType match {
    case _ if parts.isEmpty => current
    case struct: StructType if parts.forall(_.path.nonEmpty) =>
      CreateNamedStruct(struct.fieldNames.toSeq.zipWithIndex.flatMap { case (name, i) =>
        val inside = parts.collect { case AssignedPart(`i` :: path, value) => AssignedPart(path, value) }
        Seq(Literal(name), newValue(GetStructField(current, i, Some(name)), inside))
      })
    case _ => parts.filter(_.path.isEmpty).last.value
  }
}

/** A value that is assigned to a column, or to the field of it at a path of ordinals. */
private final case class AssignedPart(path: List[Int], value: Expression)
