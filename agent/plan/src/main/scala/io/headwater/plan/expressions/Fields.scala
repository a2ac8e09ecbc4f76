package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{ArrayType, MapType}

/** Paths into nested columns, named as the schema facet names the parts: a struct's fields by name, an array's
  * `_element`, a map's `key` and `value`.
  */
object Fields {
  val element = "_element"
  val key = "key"
  val value = "value"

  /** `t.address.city` is the column `address` and the path `city`. Only field access that keeps the value counts. */
  def chain(expression: Expression): (Expression, Vector[String]) = chain(expression, Vector.empty)

  @tailrec private def chain(expression: Expression, path: Vector[String]): (Expression, Vector[String]) =
    expression match {
      case f: GetStructField => chain(f.child, f.extractFieldName +: path)
      case f: GetArrayStructFields => chain(f.child, element +: f.field.name +: path)
      case other => (other, path)
    }
}

/** A value that has the nested fields of a part of a column: an element of an array, a value of a map. */
final case class Shape(base: Expression, path: Vector[String])

object Shape {
  def of(expression: Expression): Option[Shape] = expression match {
    case e: GetArrayItem => inside(e.child, Fields.element)
    case e: GetMapValue => inside(e.child, Fields.value)
    case e: ElementAt =>
      e.left.dataType match {
        case _: ArrayType => inside(e.left, Fields.element)
        case _: MapType => inside(e.left, Fields.value)
        case _ => None
      }
    case _ => None
  }

  private def inside(container: Expression, part: String): Option[Shape] = Some(Shape(container, Vector(part)))
}

/** Columns that Spark or a table makes up: `_metadata.file_path`, Iceberg's `_file`. They come from no column. */
object MetadataColumn {
  private val marks = Seq("__metadata_col", "__internal_metadata_col", "__file_source_metadata_col")

  def apply(attribute: Attribute): Boolean = marks.exists(attribute.metadata.contains)
}
