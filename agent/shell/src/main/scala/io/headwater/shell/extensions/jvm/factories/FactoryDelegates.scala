package io.headwater.shell.extensions.jvm.factories

import java.util.{Collection => JCollection, Collections, List => JList}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.emit.facets.{IdentityFacets, SchemaFacet}
import io.headwater.model.Dataset
import io.headwater.shell.extensions.RunDraft
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DatasetFacets, InputDataset, OutputDataset}
import io.openlineage.spark.agent.lifecycle.DatasetBuilderFactory
import io.openlineage.spark.api._

/** The agent's own datasets as visitors and builders of the published API, for extensions that delegate to them. */
private[factories] final class FactoryDelegates(draft: RunDraft, openLineage: OpenLineage)
    extends DatasetBuilderFactory {

  val inputs: PartialFunction[LogicalPlan, JList[InputDataset]] = visitor(draft.sources)(input)

  /** The dataset of a relation, as the dataset that a command writes to it. */
  val outputs: PartialFunction[LogicalPlan, JList[OutputDataset]] = visitor(draft.sources)(output)

  /** A builder of the datasets that the query reads. */
  override def getInputBuilders(context: OpenLineageContext)
      : JCollection[PartialFunction[AnyRef, JList[InputDataset]]] =
    builders(new AbstractQueryPlanInputDatasetBuilder[LogicalPlan](context, false) {
      override def isDefinedAtLogicalPlan(plan: LogicalPlan): Boolean = inputs.isDefinedAt(plan)
      override def apply(plan: LogicalPlan): JList[InputDataset] = inputs(plan)
    })

  /** A builder of the datasets that the query writes. */
  override def getOutputBuilders(context: OpenLineageContext)
      : JCollection[PartialFunction[AnyRef, JList[OutputDataset]]] = {
    val sinks = visitor(draft.sinks)(output)
    builders(new AbstractQueryPlanOutputDatasetBuilder[LogicalPlan](context, false) {
      override def isDefinedAtLogicalPlan(plan: LogicalPlan): Boolean = sinks.isDefinedAt(plan)
      override def apply(plan: LogicalPlan): JList[OutputDataset] = sinks(plan)
    })
  }

  private def builders[D](builder: AnyRef): JCollection[PartialFunction[AnyRef, JList[D]]] =
    Collections.singletonList(builder.asInstanceOf[PartialFunction[AnyRef, JList[D]]])

  // The published agent's datasets have facets, and extensions read them without a check for null.
  private def input(d: Dataset): InputDataset =
    openLineage.newInputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).facets(facets(d))
      .inputFacets(openLineage.newInputDatasetInputFacetsBuilder().build()).build()

  private def output(d: Dataset): OutputDataset =
    openLineage.newOutputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).facets(facets(d))
      .outputFacets(openLineage.newOutputDatasetOutputFacetsBuilder().build()).build()

  private def facets(d: Dataset): DatasetFacets = {
    val named = openLineage.newDatasetFacetsBuilder().dataSource(IdentityFacets.dataSource(openLineage, d.id))
    SchemaFacet(openLineage, d.schema).foldLeft(named)(_.schema(_)).build()
  }

  private def visitor[D](find: LogicalPlan => Vector[Dataset])(convert: Dataset => D)
      : PartialFunction[LogicalPlan, JList[D]] =
    new PartialFunction[LogicalPlan, JList[D]] {
      def isDefinedAt(plan: LogicalPlan): Boolean = find(plan).nonEmpty
      def apply(plan: LogicalPlan): JList[D] = JavaCollections.list(find(plan).map(convert))
    }
}
