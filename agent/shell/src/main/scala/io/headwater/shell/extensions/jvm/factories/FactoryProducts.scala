package io.headwater.shell.extensions.jvm.factories

import java.util.{Collection => JCollection, List => JList}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.FacetTarget
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor
import io.openlineage.spark.api.{CustomFacetBuilder, OpenLineageContext, OpenLineageEventHandlerFactory}

/** The visitors and builders that one factory has created for one run. A factory method that fails creates none. */
private[factories] final class FactoryProducts(
    val inputVisitors: Vector[PartialFunction[LogicalPlan, JList[InputDataset]]],
    val outputVisitors: Vector[PartialFunction[LogicalPlan, JList[OutputDataset]]],
    val inputBuilders: Vector[PartialFunction[AnyRef, JCollection[InputDataset]]],
    val outputBuilders: Vector[PartialFunction[AnyRef, JCollection[OutputDataset]]],
    val facetBuilders: Vector[(FacetTarget, CustomFacetBuilder[AnyRef, AnyRef])],
    val columnVisitors: Vector[ColumnLevelLineageVisitor]
)

private[factories] object FactoryProducts {

  def create(
      factory: OpenLineageEventHandlerFactory,
      context: OpenLineageContext,
      invocation: FactoryInvocation
  ): FactoryProducts = {
    def call[A](method: String)(create: => JCollection[_]): Vector[A] =
      invocation.attempt(factory, method)(JavaCollections.vector(create).asInstanceOf[Vector[A]])
        .getOrElse(Vector.empty)
    def facets(target: FacetTarget, method: String)(create: => JCollection[_]) =
      call[CustomFacetBuilder[AnyRef, AnyRef]](method)(create).map(target -> _)
    val products = new FactoryProducts(
      call("createInputDatasetQueryPlanVisitors")(factory.createInputDatasetQueryPlanVisitors(context)),
      call("createOutputDatasetQueryPlanVisitors")(factory.createOutputDatasetQueryPlanVisitors(context)),
      call("createInputDatasetBuilder")(factory.createInputDatasetBuilder(context)),
      call("createOutputDatasetBuilder")(factory.createOutputDatasetBuilder(context)),
      facets(FacetTarget.Input, "createInputDatasetFacetBuilders")(
        factory.createInputDatasetFacetBuilders(context)
      ) ++ facets(FacetTarget.Output, "createOutputDatasetFacetBuilders")(
        factory.createOutputDatasetFacetBuilders(context)
      ) ++ facets(FacetTarget.Dataset, "createDatasetFacetBuilders")(
        factory.createDatasetFacetBuilders(context)
      ) ++ facets(FacetTarget.Run, "createRunFacetBuilders")(factory.createRunFacetBuilders(context)) ++
        facets(FacetTarget.Job, "createJobFacetBuilders")(factory.createJobFacetBuilders(context)),
      call("createColumnLevelLineageVisitors")(factory.createColumnLevelLineageVisitors(context))
    )
    share(products, context)
    products
  }

  /** Adds them to the context, so that other factories can delegate to them. */
  private def share(products: FactoryProducts, context: OpenLineageContext): Unit = {
    products.inputVisitors.foreach(context.getInputDatasetQueryPlanVisitors.add)
    products.outputVisitors.foreach(context.getOutputDatasetQueryPlanVisitors.add)
    products.inputBuilders.foreach(context.getInputDatasetBuilders.add)
    products.outputBuilders.foreach(context.getOutputDatasetBuilders.add)
    products.columnVisitors.foreach(context.getColumnLevelLineageVisitors.add)
  }
}
