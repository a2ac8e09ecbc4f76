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
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;
import scala.PartialFunction;

/** The values of a run. The lists may be read while they are filled. */
class RunValues {
  UUID applicationUuid;
  UUID runUuid;
  SparkSession sparkSession;
  SparkContext sparkContext;
  List<String> customEnvironmentVariables = new ArrayList<>();
  OpenLineage openLineage;
  List<PartialFunction<LogicalPlan, List<InputDataset>>> inputDatasetQueryPlanVisitors = new CopyOnWriteArrayList<>();
  List<PartialFunction<Object, Collection<InputDataset>>> inputDatasetBuilders = new CopyOnWriteArrayList<>();
  List<PartialFunction<LogicalPlan, List<OutputDataset>>> outputDatasetQueryPlanVisitors = new CopyOnWriteArrayList<>();
  List<PartialFunction<Object, Collection<OutputDataset>>> outputDatasetBuilders = new CopyOnWriteArrayList<>();
  List<ColumnLevelLineageVisitor> columnLevelLineageVisitors = new CopyOnWriteArrayList<>();
  VisitedNodes visitedNodes = new VisitedNodes();
  QueryExecution queryExecution;
  String jobName;
  Integer activeJobId;
  OpenLineageRunStatus lineageRunStatus = new OpenLineageRunStatus();
  Vendors vendors = Vendors.empty();
  MeterRegistry meterRegistry = MicrometerProvider.getMeterRegistry();
  SparkOpenLineageConfig openLineageConfig = new SparkOpenLineageConfig();
  DatasetBuilderFactory datasetBuilderFactory = DatasetBuilderFactory.EMPTY;
  SparkOpenLineageExtensionVisitorWrapper sparkExtensionVisitorWrapper;

  @Override
  public String toString() {
    return "run " + runUuid + ", job " + jobName;
  }
}
