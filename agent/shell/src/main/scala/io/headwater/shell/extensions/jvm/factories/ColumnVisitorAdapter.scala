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

/** Takes what column visitors tell of one run, node by node, and tells them what the agent has found itself. On the
  * extension's thread only.
  */
private[factories] final class ColumnVisitorAdapter(
    context: OpenLineageContext,
    found: Option[ColumnLineageView]
) extends ColumnLevelLineageBuilder(
      context.getOpenLineage.newSchemaDatasetFacet(Collections.emptyList()),
      context
    ) {
  private val said = mutable.ArrayBuffer.empty[VisitorResult]
  private var isRead = false
  private var isTelling = false // the agent itself: what it has found is nothing new

  /** What has been told since this was asked last. */
  def take(): Vector[VisitorResult] = {
    val all = said.toVector
    said.clear()
    all
  }

  override protected def beforeReading(): Unit = if (!isRead) {
    isRead = true
    isTelling = true
    try found.foreach(_.tell(this))
    finally isTelling = false
  }

  override def addInput(exprId: ExprId, dataset: DatasetIdentifier, attributeName: String): Unit = {
    super.addInput(exprId, dataset, attributeName)
    val held = ClientFacets.dataset(dataset)
    say(VisitorResult.Input(Some(held), beside = true))
    say(VisitorResult.Column(NodeOverride.FromSource(exprId.id, ColumnRef(held.id, attributeName))))
  }

  override def addOutput(exprId: ExprId, attributeName: String): Unit = {
    super.addOutput(exprId, attributeName)
    say(VisitorResult.Field(attributeName, exprId.id))
  }

  override def addDependency(
      outputExprId: ExprId,
      inputExprId: ExprId,
      description: String,
      transformation: TransformationInfo
  ): Unit = {
    super.addDependency(outputExprId, inputExprId, description, transformation)
    val as = ColumnVisitorAdapter.of(transformation, description)
    say(VisitorResult.Column(NodeOverride.FromAttributes(outputExprId.id, Vector(inputExprId.id), as)))
  }

  override def addDatasetDependency(exprId: ExprId, outputExpression: String): Unit = {
    super.addDatasetDependency(exprId, outputExpression)
    say(VisitorResult.Rows(exprId.id))
  }

  private def say(saying: VisitorResult): Unit = if (!isTelling) said += saying
}

private object ColumnVisitorAdapter {

  def of(info: TransformationInfo, description: String): Transformation = {
    val subtype = Option(info.getSubType).map(_.toString)
    Transformation(
      Kind.all.find(k => subtype.contains(k.subtype)).getOrElse(Kind.Transformation),
      Option(info.getMasking).exists(_.booleanValue),
      Option(info.getDescription).filter(_.nonEmpty).orElse(Option(description)).getOrElse("")
    )
  }
}
