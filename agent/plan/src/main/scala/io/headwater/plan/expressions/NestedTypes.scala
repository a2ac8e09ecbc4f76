package io.headwater.plan.expressions

import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

/** Types whose values have parts with names of their own: structs, maps, and what contains one of them. */
object NestedTypes {

  /** Whether two types have the same field names on all levels. */
  def sameNames(one: DataType, other: DataType): Boolean = (one, other) match {
    case (StructType(a), StructType(b)) =>
      a.length == b.length && a.zip(b).forall { case (x, y) =>
        x.name == y.name && sameNames(x.dataType, y.dataType)
      }
    case (ArrayType(a, _), ArrayType(b, _)) => sameNames(a, b)
    case (MapType(k, v, _), MapType(l, w, _)) => sameNames(k, l) && sameNames(v, w)
    case (a, b) => !isNested(a) && !isNested(b)
  }

  /** Whether a type is a struct or a map, or contains one. */
  def isNested(dataType: DataType): Boolean = dataType match {
    case _: StructType => true
    case ArrayType(element, _) => isNested(element)
    case _: MapType => true
    case _ => false
  }
}
