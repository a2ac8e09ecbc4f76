package io.headwater.plan.naming

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.types._

import io.headwater.model.Field

/** Spark's schemas as fields of the model. Type names are Spark's (`long`, `decimal(10,2)`); nested fields
  * are complete. A column of type `char(n)` or `varchar(n)` has this type, although Spark reads it as a string.
  */
object Schemas {

  def fields(schema: StructType): Vector[Field] =
    schema.fields.toVector.map(f => field(f.name, declared(f.dataType, f.metadata), f.getComment()))

  def fields(output: Seq[Attribute]): Vector[Field] =
    output.toVector.map(a => field(a.name, declared(a.dataType, a.metadata), comment(a)))

  /** The columns of `output` under other names, by position. */
  def fields(output: Seq[Attribute], names: Seq[String]): Vector[Field] =
    output.zip(names).toVector.map { case (a, name) =>
      field(name, declared(a.dataType, a.metadata), comment(a))
    }

  /** The columns of `schema` under other names, by position. */
  def renamed(schema: StructType, names: Seq[String]): StructType =
    StructType(schema.fields.zip(names).map { case (f, name) => f.copy(name = name) })

  /** Spark keeps the type of the table beside the type that it reads. A database may have texts without a length, which
    * SQLite reports as 0.
    */
  private def declared(read: DataType, metadata: Metadata): DataType =
    CharVarcharUtils.getRawType(metadata).filter {
      case text: VarcharType => text.length > 0
      case _ => true
    }.getOrElse(read)

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
