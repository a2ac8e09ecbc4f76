package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{ArrayType, MapType, StructType}

import io.headwater.model.Field
import io.headwater.plan.graph.Kinds.transformation
import io.headwater.plan.graph.{ItemNames, Kinds}
import io.headwater.util.ClassNames

/** An access to a part of a nested column.
  *
  * @param base
  *   the expression that gives the column
  * @param path
  *   the path to the part: names of struct fields, and the names in [[io.headwater.model.Field]] and
  *   [[io.headwater.plan.graph.ItemNames]] for parts of arrays and maps
  * @param kinds
  *   how the access uses the part
  * @param chosenBy
  *   the indexes and keys that choose the part
  * @param keys
  *   the paths to the keys of the maps in which the part is looked up. They choose it, too: `m['x']` is another value if
  *   the keys of `m` change
  */
private[expressions] final case class FieldAccess(
    base: Expression,
    path: Vector[String],
    kinds: Int,
    chosenBy: Seq[Expression],
    keys: Seq[Vector[String]] = Nil
) {

  /** The same access, where `base` is a part of `container`. */
  def under(container: Expression, place: Vector[String] => Vector[String]): FieldAccess =
    copy(base = container, path = place(path), keys = keys.map(place))

  /** The same access, where `base` is the part of `collection` with the name `part`. */
  def in(collection: Expression, part: String): FieldAccess =
    under(collection, part +: _).copy(kinds = transformation)

  private def element(array: Expression, index: Expression, isPosition: Boolean = false): FieldAccess =
    in(array, ExtractedItem.ofArray(index, isPosition)).copy(chosenBy = index +: chosenBy)

  private def value(map: Expression, key: Expression): FieldAccess = {
    val access = in(map, ExtractedItem.ofMap(key))
    access.copy(chosenBy = key +: chosenBy, keys = Vector(Field.key) +: access.keys)
  }

  /** `base` is an array whose elements are `part` of each element of the collection. */
  private def elementsOf(collection: Expression, part: Vector[String]): FieldAccess = under(
    collection,
    {
      case element +: rest if ItemNames.isElement(element) =>
        if (part.headOption.contains(Field.element)) element +: (part.drop(1) ++ rest) else part ++ rest
      case path => part ++ path
    }
  )
}

private[expressions] object FieldAccess {

  /** `t.address.city` is the column `address` with the path `city`. `t.items[i].sku` is the column `items` with the path
    * `_element.sku`; it is a transformation, and `i` chooses the element. An expression that accesses no part has an
    * empty path.
    */
  def of(expression: Expression): FieldAccess =
    resolve(FieldAccess(expression, Vector.empty, Kinds.identity, Nil))

  /** The access to a part of the expression's value, given by its path. */
  def ofPart(expression: Expression, path: Seq[String]): FieldAccess =
    resolve(FieldAccess(expression, path.toVector, Kinds.identity, Nil))

  @tailrec def resolve(access: FieldAccess): FieldAccess = access.base match {
    case PassThroughExpression(value) =>
      resolve(access.copy(base = value)) // of `s.q.*`, Spark makes fields of `s.q AS q`
    case f: GetStructField =>
      resolve(access.under(f.child, f.childSchema(f.ordinal).name +: _))
    // items.sku is an array of its own: its elements are the fields of the elements of items
    case f: GetArrayStructFields => resolve(access.elementsOf(f.child, Vector(Field.element, nameOf(f))))
    case e: MapKeys => resolve(access.elementsOf(e.child, Vector(Field.key)).copy(kinds = transformation))
    case e: MapValues => resolve(access.elementsOf(e.child, Vector(Field.value)).copy(kinds = transformation))
    case e: MapEntries => resolve(access.elementsOf(e.child, Vector.empty).copy(kinds = transformation))
    case ExtractedItem(item) => resolve(access.copy(base = item))
    case e: GetArrayItem => resolve(access.element(e.child, e.ordinal))
    case e: GetMapValue => resolve(access.value(e.child, e.key))
    case e: ElementAt if e.left.dataType.isInstanceOf[MapType] => resolve(access.value(e.left, e.right))
    case e: ElementAt => resolve(access.element(e.left, e.right, isPosition = true))
    case GetOf(array, index) => resolve(access.element(array, index))
    case e: SomeElement => resolve(access.in(e.child, Field.element))
    // try_element_at, get: Spark computes another expression instead
    case Replacement.OfAllArguments(computed) => resolve(access.copy(base = computed))
    case _ => access
  }

  /** The name of the field in the type of the elements; the expression has it as the query writes it. */
  def nameOf(field: GetArrayStructFields): String = field.child.dataType match {
    case ArrayType(struct: StructType, _) => struct(field.ordinal).name
    case _ => field.field.name
  }
}

/** Matches `get(xs, i)` of Spark 4.3, and gives the array and the index. Earlier versions have the expression that Spark
  * computes instead as the only child, so the class is matched by name.
  */
private[expressions] object GetOf {
  def unapply(expression: Expression): Option[(Expression, Expression)] = expression match {
    case e: BinaryExpression if ClassNames.simple(e) == "Get" => Some((e.left, e.right))
    case _ => None
  }
}
