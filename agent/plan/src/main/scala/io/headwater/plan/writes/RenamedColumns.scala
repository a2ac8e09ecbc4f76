package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.connector.catalog.TableChange.RenameColumn
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

import io.headwater.model.{Dataset, Field}
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.walk.RuleContext

/** The columns of a table after `ALTER TABLE … RENAME COLUMN`. Each column has the values of one column before the command.
  * The path of a nested field has `element` for the elements of an array, and `key` and `value` for those of a map, as in
  * `TableChange`.
  */
private[writes] object RenamedColumns {

  /** The columns with their new names, which come from the table before the command; none if no column gets another name.
    *
    * @param columns
    *   the columns before the command
    */
  def written(
      context: RuleContext,
      changes: Seq[TableChange],
      columns: Seq[Attribute],
      before: Dataset
  ): Vector[(String, Int)] = changes.collect { case r: RenameColumn => r } match {
    case Nil => Vector.empty
    case renames =>
      context.findings.source(before)
      val all = columns.toVector.map(a => Column(a.name, context.graph.source(before.id, a.name), a.dataType))
      renames.foldLeft(all) { (columns, rename) =>
        columns.map(renamed(_, rename.fieldNames.toList, rename.newName, context.graph))
      }.map(c => c.name -> c.node)
  }

  /** A column, or a field or element of one. */
  private final case class Column(name: String, node: Int, dataType: DataType)

  private def renamed(column: Column, path: List[String], newName: String, graph: Graph): Column =
    path match {
      case column.name :: Nil => column.copy(name = newName)
      case column.name :: rest =>
        val parts = partsOf(column, graph).map(renamed(_, rest, newName, graph))
        val fields = parts.map(p => nameInSchema(column.dataType, p.name) -> p.node).toMap
        val node = graph.derived(Vector(Edge(column.node, Kinds.identity)), fields = fields)
        column.copy(node = node)
      case _ => column
    }

  private def partsOf(column: Column, graph: Graph): Seq[Column] = {
    val parts = column.dataType match {
      case struct: StructType => struct.fields.toSeq.map(f => f.name -> f.dataType)
      case array: ArrayType => Seq("element" -> array.elementType)
      case map: MapType => Seq("key" -> map.keyType, "value" -> map.valueType)
      case _ => Nil
    }
    parts.map { case (name, dataType) =>
      Column(name, graph.child(column.node, nameInSchema(column.dataType, name)), dataType)
    }
  }

  /** [[Field]] has its own name for the elements of an array. */
  private def nameInSchema(of: DataType, part: String): String =
    if (of.isInstanceOf[ArrayType]) Field.element else part
}
