package com.acme

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnaryCommand, UnaryNode}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.LifecycleStateChangeDatasetFacet.LifecycleStateChange
import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.builtin.scala.v1._

/** Replaces what a table holds: the counterpart of Iceberg's `ReplaceIcebergData`. The table is left to the agent. */
case class ReplaceAcmeData(table: DataSourceV2Relation, child: LogicalPlan)
    extends UnaryCommand
    with OutputLineageNode {
  def getOutputs(context: OpenLineageContext): List[OutputDatasetWithFacets] = {
    val ol = context.openLineage
    val facets = new OpenLineage.DatasetFacetsBuilder()
      .lifecycleStateChange(ol.newLifecycleStateChangeDatasetFacet(LifecycleStateChange.OVERWRITE, null))
      .version(ol.newDatasetVersionDatasetFacet("7"))
    List(OutputDatasetWithDelegate(table, facets, new OpenLineage.OutputDatasetOutputFacetsBuilder()))
  }
  protected def withNewChildInternal(newChild: LogicalPlan): LogicalPlan = copy(child = newChild)
}

/** Merges rows of a child: the counterpart of Iceberg's `MergeRows`. Each output column is one of several expressions. */
case class MergeAcmeRows(matched: Seq[Seq[Expression]], output: Seq[Attribute], child: LogicalPlan)
    extends UnaryNode
    with ColumnLevelLineageNode
    with InputLineageNode {
  override def producedAttributes: AttributeSet = AttributeSet(output)

  def getInputs(context: OpenLineageContext): List[InputDatasetWithFacets] = List(InputDatasetWithIdentifier(
    new DatasetIdentifier("rules", "acme://warehouse"),
    new OpenLineage.DatasetFacetsBuilder(),
    new OpenLineage.InputDatasetInputFacetsBuilder()
  ))

  override def columnLevelLineageInputs(context: OpenLineageContext): List[DatasetFieldLineage] =
    List(InputDatasetFieldFromDelegate(child))

  override def columnLevelLineageOutputs(context: OpenLineageContext): List[DatasetFieldLineage] =
    output.map(a => OutputDatasetField(a.name, OlExprId(a.exprId.id))).toList

  override def columnLevelLineageDependencies(context: OpenLineageContext): List[ExpressionDependency] =
    for ((a, i) <- output.zipWithIndex.toList; clause <- matched)
      yield ExpressionDependencyWithDelegate(OlExprId(a.exprId.id), clause(i))

  protected def withNewChildInternal(newChild: LogicalPlan): LogicalPlan = copy(child = newChild)
}
