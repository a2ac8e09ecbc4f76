package io.openlineage.spark.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.spark.agent.lifecycle.DatasetBuilderFactory;
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;

/** The visitors, builders and settings of a run, for extensions. */
abstract class RunTools extends QueryPlans {
  final RunValues values;

  RunTools(RunValues values) {
    this.values = values;
  }

  public OpenLineage getOpenLineage() {
    return values.openLineage;
  }

  public List<PartialFunction<LogicalPlan, List<InputDataset>>> getInputDatasetQueryPlanVisitors() {
    return values.inputDatasetQueryPlanVisitors;
  }

  public List<PartialFunction<Object, Collection<InputDataset>>> getInputDatasetBuilders() {
    return values.inputDatasetBuilders;
  }

  public List<PartialFunction<LogicalPlan, List<OutputDataset>>> getOutputDatasetQueryPlanVisitors() {
    return values.outputDatasetQueryPlanVisitors;
  }

  public List<PartialFunction<Object, Collection<OutputDataset>>> getOutputDatasetBuilders() {
    return values.outputDatasetBuilders;
  }

  public List<ColumnLevelLineageVisitor> getColumnLevelLineageVisitors() {
    return values.columnLevelLineageVisitors;
  }

  public VisitedNodes getVisitedNodes() {
    return values.visitedNodes;
  }

  public Vendors getVendors() {
    return values.vendors;
  }

  /** The registry for meters of extensions. The agent adds the registries that openlineage-java is configured with. */
  public MeterRegistry getMeterRegistry() {
    return values.meterRegistry;
  }

  public SparkOpenLineageConfig getOpenLineageConfig() {
    return values.openLineageConfig;
  }

  public DatasetBuilderFactory getDatasetBuilderFactory() {
    return values.datasetBuilderFactory;
  }

  public SparkOpenLineageExtensionVisitorWrapper getSparkExtensionVisitorWrapper() {
    return values.sparkExtensionVisitorWrapper;
  }

  public OpenLineageRunStatus getLineageRunStatus() {
    return values.lineageRunStatus;
  }
}
