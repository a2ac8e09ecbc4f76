package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.types._

import io.headwater.model.Field

/** Spark's schemas as fields of the model. Type names are Spark's (`long`, `decimal(10,2)`); nested fields
  * are complete.
  */
object Schemas {

  def fields(schema: StructType): Vector[Field] =
    schema.fields.toVector.map(f => field(f.name, f.dataType, f.getComment()))

  def fields(output: Seq[Attribute]): Vector[Field] =
    output.toVector.map(a => field(a.name, a.dataType, comment(a)))

  /** The columns of `output` under other names, by position. */
  def fields(output: Seq[Attribute], names: Seq[String]): Vector[Field] =
    output.zip(names).toVector.map { case (a, name) => field(name, a.dataType, comment(a)) }

  private def comment(a: Attribute): Option[String] =
    if (a.metadata.contains("comment")) Some(a.metadata.getString("comment")) else None

  private def field(name: String, dataType: DataType, comment: Option[String]): Field = {
    val children = dataType match {
      case struct: StructType => fields(struct)
      case array: ArrayType => Vector(field(Field.element, array.elementType, None))
      case map: MapType =>
        Vector(field(Field.key, map.keyType, None), field(Field.value, map.valueType, None))
      case _ => Vector.empty
    }
    Field(name, Some(dataType.typeName), comment, children)
  }
}
