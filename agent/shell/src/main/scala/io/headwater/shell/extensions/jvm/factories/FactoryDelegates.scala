package io.headwater.shell.extensions.jvm.factories

import java.util.{ArrayList => JArrayList, Collection => JCollection, Collections, List => JList}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Dataset
import io.headwater.shell.extensions.RunDraft
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}
import io.openlineage.spark.agent.lifecycle.DatasetBuilderFactory
import io.openlineage.spark.api._

/** What the agent itself finds at a node, for extensions that delegate to it. */
private[factories] final class FactoryDelegates(draft: RunDraft, openLineage: OpenLineage)
    extends DatasetBuilderFactory {

  val inputs: PartialFunction[LogicalPlan, JList[InputDataset]] = found(draft.datasets)(input)

  /** At a relation that is written to, its dataset. */
  val outputs: PartialFunction[LogicalPlan, JList[OutputDataset]] = found(draft.datasets)(output)

  /** Asked of an event: what the query reads. */
  override def getInputBuilders(context: OpenLineageContext)
      : JCollection[PartialFunction[AnyRef, JList[InputDataset]]] =
    builder(new AbstractQueryPlanInputDatasetBuilder[LogicalPlan](context, false) {
      override def isDefinedAtLogicalPlan(plan: LogicalPlan): Boolean = inputs.isDefinedAt(plan)
      override def apply(plan: LogicalPlan): JList[InputDataset] = inputs(plan)
    })

  /** Asked of an event: what the query writes. */
  override def getOutputBuilders(context: OpenLineageContext)
      : JCollection[PartialFunction[AnyRef, JList[OutputDataset]]] = {
    val written = found(draft.sinks)(output)
    builder(new AbstractQueryPlanOutputDatasetBuilder[LogicalPlan](context, false) {
      override def isDefinedAtLogicalPlan(plan: LogicalPlan): Boolean = written.isDefinedAt(plan)
      override def apply(plan: LogicalPlan): JList[OutputDataset] = written(plan)
    })
  }

  private def builder[D](of: AnyRef): JCollection[PartialFunction[AnyRef, JList[D]]] =
    Collections.singletonList(of.asInstanceOf[PartialFunction[AnyRef, JList[D]]])

  private def input(d: Dataset): InputDataset =
    openLineage.newInputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).build()

  private def output(d: Dataset): OutputDataset =
    openLineage.newOutputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).build()

  private def found[D](find: LogicalPlan => Vector[Dataset])(make: Dataset => D)
      : PartialFunction[LogicalPlan, JList[D]] =
    new PartialFunction[LogicalPlan, JList[D]] {
      def isDefinedAt(plan: LogicalPlan): Boolean = find(plan).nonEmpty
      def apply(plan: LogicalPlan): JList[D] = {
        val all = new JArrayList[D]
        find(plan).foreach(d => all.add(make(d)))
        all
      }
    }
}
