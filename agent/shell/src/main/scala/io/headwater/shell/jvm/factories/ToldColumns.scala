package io.headwater.shell.jvm.factories

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.ExprId

import io.headwater.model._
import io.headwater.plan.extension.Told
import io.headwater.shell.jvm.Facets
import io.headwater.shell.python.answers.Saying
import io.openlineage.client.utils.{DatasetIdentifier, TransformationInfo}
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageBuilder

/** Takes what a column visitor tells of one node. */
private[factories] final class ToldColumns extends ColumnLevelLineageBuilder {
  private val said = mutable.ArrayBuffer.empty[Saying]

  def sayings: Vector[Saying] = said.toVector

  def addInput(exprId: ExprId, dataset: DatasetIdentifier, attributeName: String): Unit = {
    val held = Facets.dataset(dataset)
    said += Saying.Input(Some(held), Vector.empty)
    said += Saying.Column(Told.Held(exprId.id, ColumnRef(held.id, attributeName)))
    ()
  }

  def addOutput(exprId: ExprId, attributeName: String): Unit = {
    said += Saying.Field(attributeName, exprId.id)
    ()
  }

  def addDependency(
      outputExprId: ExprId,
      inputExprId: ExprId,
      description: String,
      transformation: TransformationInfo
  ): Unit = {
    said += Saying.Column(Told.Column(
      outputExprId.id,
      Vector(inputExprId.id),
      ToldColumns.of(transformation)
    ))
    ()
  }
}

private object ToldColumns {

  def of(info: TransformationInfo): Transformation = {
    val subtype = Option(info.getSubType).map(_.toString)
    Transformation(
      Kind.all.find(k => subtype.contains(k.subtype)).getOrElse(Kind.Transformation),
      Option(info.getMasking).exists(_.booleanValue),
      Option(info.getDescription).getOrElse("")
    )
  }
}
