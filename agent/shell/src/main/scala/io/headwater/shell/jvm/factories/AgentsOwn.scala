package io.headwater.shell.jvm.factories

import java.util.{ArrayList => JArrayList, List => JList}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Dataset
import io.headwater.shell.Draft
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}

/** What the agent itself finds at a node, for extensions that delegate to it. */
private[factories] final class AgentsOwn(draft: Draft, openLineage: OpenLineage) {

  val inputs: PartialFunction[LogicalPlan, JList[InputDataset]] = found { d =>
    openLineage.newInputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).build()
  }

  val outputs: PartialFunction[LogicalPlan, JList[OutputDataset]] = found { d =>
    openLineage.newOutputDatasetBuilder().namespace(d.id.namespace).name(d.id.name).build()
  }

  private def found[D](make: Dataset => D): PartialFunction[LogicalPlan, JList[D]] =
    new PartialFunction[LogicalPlan, JList[D]] {
      def isDefinedAt(plan: LogicalPlan): Boolean = draft.datasets(plan).nonEmpty
      def apply(plan: LogicalPlan): JList[D] = {
        val all = new JArrayList[D]
        draft.datasets(plan).foreach(d => all.add(make(d)))
        all
      }
    }
}
