package io.headwater.shell.extensions.jvm.factories

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, ExprId, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnRef, Dependency, Kind, Transformation}
import io.headwater.shell.extensions.DelegateLookup
import io.openlineage.client.utils.{DatasetIdentifier, TransformationInfo}
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageBuilder

/** What the agent itself finds of a query's columns, in the words of the published builder: which attributes hold
  * columns of datasets, which are written under which name, and what those are made of.
  */
private[factories] final class ColumnLineageView(plan: LogicalPlan, walk: DelegateLookup) {

  def tell(builder: ColumnLevelLineageBuilder): Unit = {
    val held = mutable.HashMap.empty[ColumnRef, ExprId]
    for (leaf <- plan.collectLeaves(); (a, ref) <- columns(leaf)) {
      builder.addInput(a.exprId, ColumnLineageView.identifier(ref), ref.path)
      held.getOrElseUpdate(ref, a.exprId)
    }
    def depends(on: ExprId, dependencies: Vector[Dependency]): Unit =
      for (d <- dependencies; t <- d.transformations) {
        val id = held.getOrElseUpdate(d.source, another(d.source, builder))
        builder.addDependency(on, id, t.description, ColumnLineageView.info(t))
      }
    val frame = walk.frame(query)
    for (((name, a), column) <- written.zip(frame.columns)) {
      builder.addOutput(a.exprId, name)
      depends(a.exprId, column.dependencies)
    }
    if (frame.rows.nonEmpty) {
      val rows = NamedExpression.newExprId
      builder.addDatasetDependency(rows, "")
      depends(rows, frame.rows)
    }
  }

  /** What a leaf's attributes hold as it is. */
  private def columns(leaf: LogicalPlan): Seq[(Attribute, ColumnRef)] =
    leaf.output.zip(walk.frame(leaf).columns).flatMap { case (a, column) =>
      column.dependencies.filter(_.transformations.exists(_.kind == Kind.Identity)).map(d => a -> d.source)
    }

  /** One that no attribute holds, such as a field inside of one. */
  private def another(ref: ColumnRef, builder: ColumnLevelLineageBuilder): ExprId = {
    val id = NamedExpression.newExprId
    builder.addInput(id, ColumnLineageView.identifier(ref), ref.path)
    id
  }

  /** Of a command, what it writes. */
  private val query: LogicalPlan =
    if (plan.output.nonEmpty) plan
    else
      (plan.children ++ plan.innerChildren.collect { case p: LogicalPlan => p }).find(_.output.nonEmpty)
        .getOrElse(plan)

  private def written: Seq[(String, Attribute)] = {
    val schema = walk.sinks(plan).headOption.fold(Seq.empty[String])(_.schema.map(_.name))
    val names = if (schema.size == query.output.size) schema else query.output.map(_.name)
    names.zip(query.output)
  }
}

private object ColumnLineageView {

  def identifier(ref: ColumnRef): DatasetIdentifier =
    new DatasetIdentifier(ref.dataset.name, ref.dataset.namespace)

  def info(t: Transformation): TransformationInfo = new TransformationInfo(
    TransformationInfo.Types.valueOf(t.kind.kind),
    TransformationInfo.Subtypes.valueOf(t.kind.subtype),
    t.description,
    t.masking
  )
}
