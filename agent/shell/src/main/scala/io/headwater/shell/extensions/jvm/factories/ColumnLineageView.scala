package io.headwater.shell.extensions.jvm.factories

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, ExprId, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnRef, Dependency, Kind, Transformation}
import io.headwater.shell.extensions.DelegateLookup
import io.openlineage.client.utils.{DatasetIdentifier, TransformationInfo}
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageBuilder

/** The agent's own column lineage of a query in the form of the published builder: inputs (attributes that hold
  * columns of datasets), outputs (attributes with the names under which they are written) and dependencies between
  * them.
  */
private[factories] final class ColumnLineageView(plan: LogicalPlan, delegates: DelegateLookup) {

  def addTo(builder: ColumnLevelLineageBuilder): Unit = {
    val inputIds = mutable.HashMap.empty[ColumnRef, ExprId]
    for (leaf <- plan.collectLeaves(); (a, ref) <- inputColumns(leaf)) {
      builder.addInput(a.exprId, ColumnLineageView.identifier(ref), ref.path)
      inputIds.getOrElseUpdate(ref, a.exprId)
    }
    def addDependencies(output: ExprId, dependencies: Vector[Dependency]): Unit =
      for (d <- dependencies; t <- d.transformations) {
        val input = inputIds.getOrElseUpdate(d.source, newInput(d.source, builder))
        builder.addDependency(output, input, t.description, ColumnLineageView.info(t))
      }
    val lineage = delegates.outputLineage(query)
    for (((name, a), column) <- outputs.zip(lineage.columns)) {
      builder.addOutput(a.exprId, name)
      addDependencies(a.exprId, column.dependencies)
    }
    if (lineage.rows.nonEmpty) {
      val rows = NamedExpression.newExprId
      builder.addDatasetDependency(rows, "")
      addDependencies(rows, lineage.rows)
    }
  }

  /** The attributes of a leaf that hold a column unchanged. */
  private def inputColumns(leaf: LogicalPlan): Seq[(Attribute, ColumnRef)] =
    leaf.output.zip(delegates.outputLineage(leaf).columns).flatMap { case (a, column) =>
      column.dependencies.filter(_.transformations.exists(_.kind == Kind.Identity)).map(d => a -> d.source)
    }

  /** A new id for a column that no attribute holds, such as a field of a struct. */
  private def newInput(ref: ColumnRef, builder: ColumnLevelLineageBuilder): ExprId = {
    val id = NamedExpression.newExprId
    builder.addInput(id, ColumnLineageView.identifier(ref), ref.path)
    id
  }

  /** The plan with the output columns. For a command this is the plan that it writes. */
  private val query: LogicalPlan =
    if (plan.output.nonEmpty) plan
    else
      (plan.children ++ plan.innerChildren.collect { case p: LogicalPlan => p }).find(_.output.nonEmpty)
        .getOrElse(plan)

  private def outputs: Seq[(String, Attribute)] = {
    val schema = delegates.sinks(plan).headOption.fold(Seq.empty[String])(_.schema.map(_.name))
    val names = if (schema.size == query.output.size) schema else query.output.map(_.name)
    names.zip(query.output)
  }
}

private object ColumnLineageView {

  def identifier(ref: ColumnRef): DatasetIdentifier =
    new DatasetIdentifier(ref.dataset.name, ref.dataset.namespace)

  def info(t: Transformation): TransformationInfo = new TransformationInfo(
    TransformationInfo.Types.valueOf(t.kind.typeName),
    TransformationInfo.Subtypes.valueOf(t.kind.subtype),
    t.description,
    t.masking
  )
}
