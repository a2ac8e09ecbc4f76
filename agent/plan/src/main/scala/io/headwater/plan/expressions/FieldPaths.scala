package io.headwater.plan.expressions

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.MapType

import io.headwater.model.Field.{element, value}
import io.headwater.model.Kind
import io.headwater.plan.graph.Kinds

/** Paths into nested columns, named as the schema facet names the parts: a struct's fields by name, an array's
  * `_element`, a map's `key` and `value`.
  */
object FieldPaths {
  /** `t.address.city` is the column `address` and the path `city`; `t.items[i].sku` is `items`, the path
    * `_element.sku`, a new value, and chosen by `i`.
    */
  def chain(expression: Expression): FieldChain =
    chain(FieldChain(expression, Vector.empty, Kinds.identity, Nil))

  @tailrec private def chain(at: FieldChain): FieldChain = at.base match {
    case f: GetStructField => chain(at.copy(base = f.child, path = f.childSchema(f.ordinal).name +: at.path))
    case f: GetArrayStructFields => chain(at.copy(base = f.child, path = element +: f.field.name +: at.path))
    case e: GetArrayItem => chain(at.inside(e.child, element, e.ordinal))
    case e: GetMapValue => chain(at.inside(e.child, value, e.key))
    case e: ElementAt if e.left.dataType.isInstanceOf[MapType] => chain(at.inside(e.left, value, e.right))
    case e: ElementAt => chain(at.inside(e.left, element, e.right))
    case _ => at
  }
}

/** A part of a nested column: the expression that gives the column, the path inside, how the value is used on the way,
  * and the indexes and keys that choose it.
  */
final case class FieldChain(base: Expression, path: Vector[String], kinds: Int, chosenBy: Seq[Expression]) {

  /** A part of this part. */
  def inside(part: String): FieldChain = copy(path = path :+ part, kinds = Kinds.of(Kind.Transformation))

  def inside(container: Expression, part: String, choice: Expression): FieldChain =
    FieldChain(container, part +: path, Kinds.of(Kind.Transformation), choice +: chosenBy)
}

/** Columns that Spark or a table makes up: `_metadata.file_path`, Iceberg's `_file`. They come from no column
  * where a relation gives them. Further up the mark says little: Spark sets it on the side's own column that `USING` and
  * `NATURAL` joins hide, too.
  */
object MetadataColumn {
  private val marks = Seq("__metadata_col", "__internal_metadata_col", "__file_source_metadata_col")

  def apply(attribute: Attribute): Boolean = marks.exists(attribute.metadata.contains)
}
