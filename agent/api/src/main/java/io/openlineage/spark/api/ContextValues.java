package io.openlineage.spark.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.metrics.MicrometerProvider;
import io.openlineage.spark.agent.lifecycle.DatasetBuilderFactory;
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;
import scala.PartialFunction;

/** The values of a context. The lists may be read while they are filled, so a context has the lists that it was given. */
class ContextValues {
  UUID applicationUuid;
  UUID runUuid;
  SparkSession sparkSession;
  SparkContext sparkContext;
  List<String> customEnvironmentVariables;
  OpenLineage openLineage;
  List<PartialFunction<LogicalPlan, List<InputDataset>>> inputDatasetQueryPlanVisitors;
  List<PartialFunction<Object, Collection<InputDataset>>> inputDatasetBuilders;
  List<PartialFunction<LogicalPlan, List<OutputDataset>>> outputDatasetQueryPlanVisitors;
  List<PartialFunction<Object, Collection<OutputDataset>>> outputDatasetBuilders;
  List<ColumnLevelLineageVisitor> columnLevelLineageVisitors;
  VisitedNodes visitedNodes;
  QueryExecution queryExecution;
  String jobName;
  Integer activeJobId;
  OpenLineageRunStatus lineageRunStatus;
  Vendors vendors;
  MeterRegistry meterRegistry;
  SparkOpenLineageConfig openLineageConfig;
  DatasetBuilderFactory datasetBuilderFactory;
  SparkOpenLineageExtensionVisitorWrapper sparkExtensionVisitorWrapper;

  ContextValues() {}

  /** The given values, and default ones for those that are null. */
  ContextValues(ContextValues given) {
    applicationUuid = given.applicationUuid;
    runUuid = given.runUuid;
    sparkSession = given.sparkSession;
    sparkContext = given.sparkContext;
    customEnvironmentVariables = Optional.ofNullable(given.customEnvironmentVariables).orElseGet(ArrayList::new);
    openLineage = given.openLineage;
    inputDatasetQueryPlanVisitors = Optional.ofNullable(given.inputDatasetQueryPlanVisitors).orElseGet(CopyOnWriteArrayList::new);
    inputDatasetBuilders = Optional.ofNullable(given.inputDatasetBuilders).orElseGet(CopyOnWriteArrayList::new);
    outputDatasetQueryPlanVisitors = Optional.ofNullable(given.outputDatasetQueryPlanVisitors).orElseGet(CopyOnWriteArrayList::new);
    outputDatasetBuilders = Optional.ofNullable(given.outputDatasetBuilders).orElseGet(CopyOnWriteArrayList::new);
    columnLevelLineageVisitors = Optional.ofNullable(given.columnLevelLineageVisitors).orElseGet(CopyOnWriteArrayList::new);
    visitedNodes = Optional.ofNullable(given.visitedNodes).orElseGet(VisitedNodes::new);
    queryExecution = given.queryExecution;
    jobName = given.jobName;
    activeJobId = given.activeJobId;
    lineageRunStatus = Optional.ofNullable(given.lineageRunStatus).orElseGet(OpenLineageRunStatus::new);
    vendors = Optional.ofNullable(given.vendors).orElseGet(Vendors::empty);
    meterRegistry = Optional.ofNullable(given.meterRegistry).orElseGet(MicrometerProvider::getMeterRegistry);
    openLineageConfig = Optional.ofNullable(given.openLineageConfig).orElseGet(SparkOpenLineageConfig::new);
    datasetBuilderFactory = Optional.ofNullable(given.datasetBuilderFactory).orElseGet(() -> DatasetBuilderFactory.EMPTY);
    sparkExtensionVisitorWrapper = given.sparkExtensionVisitorWrapper;
  }

  @Override
  public String toString() {
    return "run " + runUuid + ", job " + jobName;
  }
}
