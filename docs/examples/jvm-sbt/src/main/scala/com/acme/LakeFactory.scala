package com.acme

import java.util.{Collection => JCollection, List => JList}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand

import io.openlineage.client.OpenLineage.OutputDataset
import io.openlineage.spark.api.{OpenLineageContext, OpenLineageEventHandlerFactory, QueryPlanVisitor}

/** Each folder that a query writes is also a dataset of the lake. */
class LakeFactory extends OpenLineageEventHandlerFactory {
  override def createOutputDatasetQueryPlanVisitors(
      context: OpenLineageContext
  ): JCollection[PartialFunction[LogicalPlan, JList[OutputDataset]]] = JList.of(new FolderVisitor(context))
}

class FolderVisitor(context: OpenLineageContext)
    extends QueryPlanVisitor[InsertIntoHadoopFsRelationCommand, OutputDataset](context) {
  override def apply(node: LogicalPlan): JList[OutputDataset] = {
    val path = node.asInstanceOf[InsertIntoHadoopFsRelationCommand].outputPath
    JList.of(outputDataset().sparkDatasetBuilder().dataset(path.getName, "acme://lake").build())
  }
}
