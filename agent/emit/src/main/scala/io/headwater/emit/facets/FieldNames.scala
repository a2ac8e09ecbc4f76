package io.headwater.emit.facets

import io.headwater.model.Field

/** Which fields column lineage names. */
sealed abstract class FieldNames

object FieldNames {

  /** All fields that the schema has: `address.city`, `items._element.sku`. */
  case object Nested extends FieldNames

  /** A field that a backend has as a column: the names of some fields of a schema. */
  sealed abstract class Shortened extends FieldNames {
    private[facets] def of(schema: Vector[Field]): Vector[String]
  }

  /** Fields of structs, but no parts of arrays and maps, which catalogs do not have as columns: `address.city`, `items`. */
  case object StructFields extends Shortened {
    private[facets] def of(schema: Vector[Field]): Vector[String] = schema.flatMap(below(_, ""))

    private def below(field: Field, above: String): Vector[String] = {
      val path = above + field.name
      if (hasParts(field)) Vector(path) else path +: field.children.flatMap(below(_, s"$path."))
    }

    private def hasParts(field: Field): Boolean =
      field.dataType.exists(Set("array", "map")) || field.children.exists(_.name == Field.element)
  }

  /** Top-level columns: `address`, `items`. */
  case object TopLevel extends Shortened {
    private[facets] def of(schema: Vector[Field]): Vector[String] = schema.map(_.name)
  }
}
