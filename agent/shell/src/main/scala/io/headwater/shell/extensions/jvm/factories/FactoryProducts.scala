package io.headwater.shell.extensions.jvm.factories

import java.util.{Collection => JCollection, List => JList}

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.FacetTarget
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor
import io.openlineage.spark.api.{CustomFacetBuilder, OpenLineageContext, OpenLineageEventHandlerFactory}

/** What one factory has made for one run. A method that fails makes nothing. */
private[factories] final class FactoryProducts(
    val inputVisitors: Vector[PartialFunction[LogicalPlan, JList[InputDataset]]],
    val outputVisitors: Vector[PartialFunction[LogicalPlan, JList[OutputDataset]]],
    val inputBuilders: Vector[PartialFunction[AnyRef, JCollection[InputDataset]]],
    val outputBuilders: Vector[PartialFunction[AnyRef, JCollection[OutputDataset]]],
    val facetBuilders: Vector[(FacetTarget, CustomFacetBuilder[AnyRef, AnyRef])],
    val columnVisitors: Vector[ColumnLevelLineageVisitor]
)

private[factories] object FactoryProducts {

  def by(
      factory: OpenLineageEventHandlerFactory,
      context: OpenLineageContext,
      asking: FactoryInvocation
  ): FactoryProducts = {
    def make[A](method: String)(create: => JCollection[_]): Vector[A] =
      asking.one(factory, method)(elements[A](create)).getOrElse(Vector.empty)
    def facets(target: FacetTarget, method: String)(create: => JCollection[_]) =
      make[CustomFacetBuilder[AnyRef, AnyRef]](method)(create).map(target -> _)
    val made = new FactoryProducts(
      make("createInputDatasetQueryPlanVisitors")(factory.createInputDatasetQueryPlanVisitors(context)),
      make("createOutputDatasetQueryPlanVisitors")(factory.createOutputDatasetQueryPlanVisitors(context)),
      make("createInputDatasetBuilder")(factory.createInputDatasetBuilder(context)),
      make("createOutputDatasetBuilder")(factory.createOutputDatasetBuilder(context)),
      facets(FacetTarget.Input, "createInputDatasetFacetBuilders")(
        factory.createInputDatasetFacetBuilders(context)
      ) ++ facets(FacetTarget.Output, "createOutputDatasetFacetBuilders")(
        factory.createOutputDatasetFacetBuilders(context)
      ) ++ facets(FacetTarget.Dataset, "createDatasetFacetBuilders")(
        factory.createDatasetFacetBuilders(context)
      ) ++ facets(FacetTarget.Run, "createRunFacetBuilders")(factory.createRunFacetBuilders(context)) ++
        facets(FacetTarget.Job, "createJobFacetBuilders")(factory.createJobFacetBuilders(context)),
      make("createColumnLevelLineageVisitors")(factory.createColumnLevelLineageVisitors(context))
    )
    share(made, context)
    made
  }

  /** Other factories may delegate to these. */
  private def share(made: FactoryProducts, context: OpenLineageContext): Unit = {
    made.inputVisitors.foreach(context.getInputDatasetQueryPlanVisitors.add)
    made.outputVisitors.foreach(context.getOutputDatasetQueryPlanVisitors.add)
    made.inputBuilders.foreach(context.getInputDatasetBuilders.add)
    made.outputBuilders.foreach(context.getOutputDatasetBuilders.add)
    made.columnVisitors.foreach(context.getColumnLevelLineageVisitors.add)
  }

  private def elements[A](made: JCollection[_]): Vector[A] = {
    val all = mutable.ArrayBuffer.empty[A]
    if (made != null) made.forEach(m => all += m.asInstanceOf[A])
    all.toVector
  }
}
