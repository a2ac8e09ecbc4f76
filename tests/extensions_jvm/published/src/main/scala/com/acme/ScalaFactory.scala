package com.acme

import java.util.function.BiConsumer
import java.util.{Arrays, Collection => JCollection, List => JList}

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Range}
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

import io.openlineage.client.OpenLineage.{InputDataset, JobFacet, RunFacet}
import io.openlineage.spark.api._

/** A factory in Scala; with classes between its builders and those of the API. */
class ScalaFactory extends OpenLineageEventHandlerFactory {
  override def createInputDatasetQueryPlanVisitors(
      context: OpenLineageContext
  ): JCollection[PartialFunction[LogicalPlan, JList[InputDataset]]] =
    Arrays.asList(new Numbers(context))

  override def createRunFacetBuilders(
      context: OpenLineageContext
  ): JCollection[CustomFacetBuilder[_, _ <: RunFacet]] = Arrays.asList(new Stages(context))

  override def createJobFacetBuilders(
      context: OpenLineageContext
  ): JCollection[CustomFacetBuilder[_, _ <: JobFacet]] = Arrays.asList(new Starts(context))
}

class Numbers(context: OpenLineageContext) extends QueryPlanVisitor[Range, InputDataset](context) {
  override def apply(plan: LogicalPlan): JList[InputDataset] =
    Arrays.asList(inputDataset().sparkDatasetBuilder().dataset("numbers", "acme://scala").build())
}

abstract class Between[A](context: OpenLineageContext) extends AbstractRunFacetBuilder[A](context)

class Stages(context: OpenLineageContext) extends Between[StageInfo](context) {
  override protected def build(stage: StageInfo, consumer: BiConsumer[String, _ >: RunFacet]): Unit =
    consumer.accept("acme_stageInfo", new Facets.Word(s"${stage.numTasks} tasks"))
}

class Starts(context: OpenLineageContext)
    extends CustomFacetBuilder[SparkListenerSQLExecutionStart, JobFacet] {
  override protected def build(
      event: SparkListenerSQLExecutionStart,
      consumer: BiConsumer[String, _ >: JobFacet]
  ): Unit = consumer.accept("acme_start", new Facets.Word(context.getJobName))
}
