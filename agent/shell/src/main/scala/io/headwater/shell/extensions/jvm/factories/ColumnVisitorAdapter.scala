package io.headwater.shell.extensions.jvm.factories

import java.util.Collections

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.ExprId

import io.headwater.model.{ColumnRef, Kind, Transformation}
import io.headwater.plan.overrides.NodeOverride
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.openlineage.client.utils.{DatasetIdentifier, TransformationInfo}
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageBuilder
import io.openlineage.spark.api.OpenLineageContext

/** The builder that the column visitors of one run fill. It records what they add, node by node. When a visitor reads
  * from the builder for the first time, the agent's own column lineage is added. Used on the extension's thread only.
  */
private[factories] final class ColumnVisitorAdapter(
    context: OpenLineageContext,
    agentColumns: Option[ColumnLineageView]
) extends ColumnLevelLineageBuilder(
      context.getOpenLineage.newSchemaDatasetFacet(Collections.emptyList()),
      context
    ) {
  private val results = mutable.ArrayBuffer.empty[VisitorResult]
  private var isLoaded = false
  private var isLoading =
    false // the agent's own columns are being added; they are no results of the extension

  /** The results since the last call. */
  def takeResults(): Vector[VisitorResult] = {
    val taken = results.toVector
    results.clear()
    taken
  }

  override protected def beforeReading(): Unit = if (!isLoaded) {
    isLoaded = true
    isLoading = true
    try agentColumns.foreach(_.addTo(this))
    finally isLoading = false
  }

  override def addInput(exprId: ExprId, identifier: DatasetIdentifier, attributeName: String): Unit = {
    super.addInput(exprId, identifier, attributeName)
    val dataset = ClientFacets.dataset(identifier)
    record(VisitorResult.Input(dataset, additional = true))
    record(VisitorResult.Column(NodeOverride.FromSource(exprId.id, ColumnRef(dataset.id, attributeName))))
  }

  override def addOutput(exprId: ExprId, attributeName: String): Unit = {
    super.addOutput(exprId, attributeName)
    record(VisitorResult.Field(attributeName, exprId.id))
  }

  override def addDependency(
      outputExprId: ExprId,
      inputExprId: ExprId,
      description: String,
      info: TransformationInfo
  ): Unit = {
    super.addDependency(outputExprId, inputExprId, description, info)
    val transformation = ColumnVisitorAdapter.transformation(info, description)
    record(VisitorResult.Column(
      NodeOverride.FromAttributes(outputExprId.id, Vector(inputExprId.id), transformation)
    ))
  }

  override def addDatasetDependency(exprId: ExprId, outputExpression: String): Unit = {
    super.addDatasetDependency(exprId, outputExpression)
    record(VisitorResult.RowAttribute(exprId.id))
  }

  private def record(result: VisitorResult): Unit = if (!isLoading) results += result
}

private object ColumnVisitorAdapter {

  def transformation(info: TransformationInfo, description: String): Transformation = {
    val subtype = Option(info.getSubType).map(_.toString)
    Transformation(
      Kind.all.find(k => subtype.contains(k.subtype)).getOrElse(Kind.Transformation),
      Option(info.getMasking).exists(_.booleanValue),
      Option(info.getDescription).filter(_.nonEmpty).orElse(Option(description)).getOrElse("")
    )
  }
}
