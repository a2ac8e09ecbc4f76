package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.MapType

import io.headwater.model.Field.{element, value}
import io.headwater.model.Kind
import io.headwater.plan.graph.Kinds

/** An access to a part of a nested column.
  *
  * @param base
  *   the expression that gives the column
  * @param path
  *   the path to the part: names of struct fields, and the names in [[io.headwater.model.Field]] for parts of arrays and
  *   maps
  * @param kinds
  *   how the access uses the part
  * @param chosenBy
  *   the indexes and keys that choose the part
  */
private[expressions] final case class FieldAccess(
    base: Expression,
    path: Vector[String],
    kinds: Int,
    chosenBy: Seq[Expression]
) {

  private def in(container: Expression, part: String, choice: Expression): FieldAccess =
    FieldAccess(container, part +: path, Kinds.of(Kind.Transformation), choice +: chosenBy)
}

private[expressions] object FieldAccess {

  /** `t.address.city` is the column `address` with the path `city`. `t.items[i].sku` is the column `items` with the path
    * `_element.sku`; it is a transformation, and `i` chooses the element. An expression that accesses no part has an
    * empty path.
    */
  def of(expression: Expression): FieldAccess =
    resolve(FieldAccess(expression, Vector.empty, Kinds.identity, Nil))

  /** The access to a part of the expression's value, given by its path. */
  def ofPart(expression: Expression, path: Vector[String]): FieldAccess =
    resolve(FieldAccess(expression, path, Kinds.of(Kind.Transformation), Nil))

  @tailrec private def resolve(access: FieldAccess): FieldAccess = access.base match {
    case f: GetStructField =>
      resolve(access.copy(base = f.child, path = f.childSchema(f.ordinal).name +: access.path))
    // items.sku is an array of its own: its elements are the fields of the elements of items
    case f: GetArrayStructFields =>
      val inField = if (access.path.headOption.contains(element)) access.path.drop(1) else access.path
      resolve(access.copy(base = f.child, path = element +: f.field.name +: inField))
    case e: GetArrayItem => resolve(access.in(e.child, element, e.ordinal))
    case e: GetMapValue => resolve(access.in(e.child, value, e.key))
    case e: ElementAt if e.left.dataType.isInstanceOf[MapType] => resolve(access.in(e.left, value, e.right))
    case e: ElementAt => resolve(access.in(e.left, element, e.right))
    case _ => access
  }
}
