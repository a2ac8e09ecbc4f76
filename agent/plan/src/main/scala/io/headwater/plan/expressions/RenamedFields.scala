package io.headwater.plan.expressions

import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

import io.headwater.model.Field
import io.headwater.plan.graph.{Edge, Graph, Kinds}

/** Gives the nested fields of a value other names by their positions, on all levels, as `cast(s AS struct<x: int>)` and the
  * later sides of a `UNION` do.
  */
private[plan] final class RenamedFields(graph: Graph) {

  /** @param value
    *   the node of a value of the type `from`
    * @return
    *   the node of the value with the fields of `to`. Where the types do not match, all of a part depends on all of the
    *   value's part
    */
  def apply(value: Int, from: DataType, to: DataType): Int =
    if (value == graph.nothing || NestedTypes.sameNames(from, to)) value
    else (from, to) match {
      case (a: StructType, b: StructType) if a.length == b.length => ofStruct(value, a, b)
      case (ArrayType(a, _), ArrayType(b, _)) =>
        parts(value, Field.element -> part(value, Field.element, a, b))
      case (MapType(k, v, _), MapType(l, w, _)) =>
        parts(value, Field.key -> part(value, Field.key, k, l), Field.value -> part(value, Field.value, v, w))
      case _ => graph.derived(Vector(Edge(value, Kinds.transformation)))
    }

  /** Several fields of a struct can have one name, and each has the values of all of them then. */
  private def ofStruct(value: Int, from: StructType, to: StructType): Int = {
    val fields = from.fields.toVector.zip(to.fields).map { case (f, t) =>
      t.name -> part(value, f.name, f.dataType, t.dataType)
    }
    parts(
      value,
      fields.groupBy(_._1).toVector.map { case (name, same) => name -> anyOf(same.map(_._2)) }: _*
    )
  }

  private def anyOf(nodes: Vector[Int]): Int = {
    val edges = graph.edgesTo(nodes, Kinds.identity)
    graph.derived(edges, fieldsFrom = edges)
  }

  private def part(value: Int, name: String, from: DataType, to: DataType): Int =
    apply(graph.child(value, name), from, to)

  private def parts(value: Int, fields: (String, Int)*): Int =
    graph.derived(Vector(Edge(value, Kinds.identity)), fields = fields.toMap)
}
