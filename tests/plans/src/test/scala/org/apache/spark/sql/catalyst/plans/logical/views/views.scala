package org.apache.spark.sql.catalyst.plans.logical.views

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LeafNode, LogicalPlan}
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

/** Look-alikes of a command that Iceberg's extensions put in the place of Spark's, and of the name in it. */
final case class CreateIcebergView(
    child: LogicalPlan,
    query: LogicalPlan,
    columnAliases: Seq[String],
    comment: Option[String],
    replace: Boolean
) extends LogicalPlan {
  override def output: Seq[Attribute] = Nil
  override def children: Seq[LogicalPlan] = Seq(child, query)
  override protected def withNewChildrenInternal(children: IndexedSeq[LogicalPlan]): LogicalPlan =
    copy(child = children(0), query = children(1))
}

final case class ViewName(catalog: CatalogPlugin, identifier: Identifier) extends LeafNode {
  override def output: Seq[Attribute] = Nil
}
