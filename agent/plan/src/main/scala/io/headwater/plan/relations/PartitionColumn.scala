package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Certainty, ColumnRef, DatasetId}
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.Edge
import io.headwater.plan.graph.Kinds.transformation
import io.headwater.plan.walk.RuleContext

/** The metadata column `_partition` of an Iceberg table, a struct of the partition values of each row. Other metadata
  * columns say where a row is; this one is computed from columns of the table.
  */
private[relations] object PartitionColumn {

  def is(attribute: Attribute): Boolean = attribute.name == "_partition" && MetadataColumn.is(attribute)

  /** Each field has the value of one transform of the table's partitioning. If the partitioning has changed, the struct
    * also has the fields of earlier ones, which the plan does not explain. A column of another type, as in other catalogs,
    * has the values of all transforms.
    */
  def node(
      context: RuleContext,
      column: Attribute,
      relation: DataSourceV2Relation,
      dataset: DatasetId
  ): Int = {
    val transforms = DataSourceV2Relations.unwrapped(relation.table).partitioning.toVector
    def nodes = transforms.map(field(context, _, dataset))
    column.dataType match {
      case struct: StructType if matches(struct.fieldNames.toVector, transforms) =>
        val fields = struct.fieldNames.toVector.zip(nodes)
        context.graph.derived(
          fields.map { case (_, node) => Edge(node, transformation) }.distinct,
          fields = fields.toMap
        )
      case _: StructType =>
        context.gap(
          "columns",
          "the columns of earlier partitionings of the table, which are in _partition, are not known"
        )
        context.graph.derived(Vector.empty, Certainty.Unknown)
      case _ => context.graph.derived(nodes.map(Edge(_, transformation)).distinct)
    }
  }

  private def matches(names: Vector[String], transforms: Vector[Transform]): Boolean =
    names.size == transforms.size && names.zip(transforms).forall { case (n, t) => canBe(n, t) }

  private def canBe(name: String, transform: Transform): Boolean =
    transform.name != "identity" || transform.references.exists(_.fieldNames.mkString(".") == name)

  private def field(context: RuleContext, transform: Transform, dataset: DatasetId): Int = {
    val columns = transform.references.toVector.map { r =>
      context.graph.source(ColumnRef(dataset, r.fieldNames.head, r.fieldNames.toVector.drop(1)))
    }
    if (transform.name == "identity") columns.head
    else context.graph.derived(columns.map(Edge(_, transformation)))
  }
}
