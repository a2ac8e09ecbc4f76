package io.openlineage.spark.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage;
import io.openlineage.spark.agent.lifecycle.DatasetBuilderFactory;
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;
import scala.PartialFunction;

/**
 * The context of one run, for extensions: a query, or a job without a query. The lists are filled while the factories
 * are called; read them when they are needed, and not in the constructor of a builder.
 */
public class OpenLineageContext extends QueryPlans {
  private final ContextValues values;

  private OpenLineageContext(ContextValues values) {
    this.values = new ContextValues(values);
  }

  public static OpenLineageContextBuilder builder() {
    return new OpenLineageContextBuilder();
  }

  public Optional<SparkSession> getSparkSession() {
    return Optional.ofNullable(values.sparkSession);
  }

  public Optional<SparkContext> getSparkContext() {
    return Optional.ofNullable(values.sparkContext);
  }

  @Override
  public Optional<QueryExecution> getQueryExecution() {
    return Optional.ofNullable(values.queryExecution);
  }

  public Optional<Integer> getActiveJobId() {
    return Optional.ofNullable(values.activeJobId);
  }

  public UUID getApplicationUuid() {
    return values.applicationUuid;
  }

  public UUID getRunUuid() {
    return values.runUuid;
  }

  public List<String> getCustomEnvironmentVariables() {
    return values.customEnvironmentVariables;
  }

  public String getJobName() {
    return values.jobName;
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

  public void setApplicationUuid(UUID applicationUuid) {
    values.applicationUuid = applicationUuid;
  }

  public void setJobName(String jobName) {
    values.jobName = jobName;
  }

  public void setActiveJobId(Integer activeJobId) {
    values.activeJobId = activeJobId;
  }

  @Override
  public String toString() {
    return "OpenLineageContext(" + values + ")";
  }

  /** Collects the values of a context. */
  public static class OpenLineageContextBuilder extends ContextValues {
    OpenLineageContextBuilder() {}

    public OpenLineageContextBuilder applicationUuid(UUID applicationUuid) {
      this.applicationUuid = applicationUuid;
      return this;
    }

    public OpenLineageContextBuilder runUuid(UUID runUuid) {
      this.runUuid = runUuid;
      return this;
    }

    public OpenLineageContextBuilder sparkSession(SparkSession sparkSession) {
      this.sparkSession = sparkSession;
      return this;
    }

    public OpenLineageContextBuilder sparkContext(SparkContext sparkContext) {
      this.sparkContext = sparkContext;
      return this;
    }

    public OpenLineageContextBuilder customEnvironmentVariables(List<String> customEnvironmentVariables) {
      this.customEnvironmentVariables = customEnvironmentVariables;
      return this;
    }

    public OpenLineageContextBuilder openLineage(OpenLineage openLineage) {
      this.openLineage = openLineage;
      return this;
    }

    public OpenLineageContextBuilder inputDatasetQueryPlanVisitors(List<PartialFunction<LogicalPlan, List<InputDataset>>> inputDatasetQueryPlanVisitors) {
      this.inputDatasetQueryPlanVisitors = inputDatasetQueryPlanVisitors;
      return this;
    }

    public OpenLineageContextBuilder inputDatasetBuilders(List<PartialFunction<Object, Collection<InputDataset>>> inputDatasetBuilders) {
      this.inputDatasetBuilders = inputDatasetBuilders;
      return this;
    }

    public OpenLineageContextBuilder outputDatasetQueryPlanVisitors(List<PartialFunction<LogicalPlan, List<OutputDataset>>> outputDatasetQueryPlanVisitors) {
      this.outputDatasetQueryPlanVisitors = outputDatasetQueryPlanVisitors;
      return this;
    }

    public OpenLineageContextBuilder outputDatasetBuilders(List<PartialFunction<Object, Collection<OutputDataset>>> outputDatasetBuilders) {
      this.outputDatasetBuilders = outputDatasetBuilders;
      return this;
    }

    public OpenLineageContextBuilder columnLevelLineageVisitors(List<ColumnLevelLineageVisitor> columnLevelLineageVisitors) {
      this.columnLevelLineageVisitors = columnLevelLineageVisitors;
      return this;
    }

    public OpenLineageContextBuilder visitedNodes(VisitedNodes visitedNodes) {
      this.visitedNodes = visitedNodes;
      return this;
    }

    public OpenLineageContextBuilder queryExecution(QueryExecution queryExecution) {
      this.queryExecution = queryExecution;
      return this;
    }

    public OpenLineageContextBuilder jobName(String jobName) {
      this.jobName = jobName;
      return this;
    }

    public OpenLineageContextBuilder activeJobId(Integer activeJobId) {
      this.activeJobId = activeJobId;
      return this;
    }

    public OpenLineageContextBuilder lineageRunStatus(OpenLineageRunStatus lineageRunStatus) {
      this.lineageRunStatus = lineageRunStatus;
      return this;
    }

    public OpenLineageContextBuilder vendors(Vendors vendors) {
      this.vendors = vendors;
      return this;
    }

    public OpenLineageContextBuilder meterRegistry(MeterRegistry meterRegistry) {
      this.meterRegistry = meterRegistry;
      return this;
    }

    public OpenLineageContextBuilder openLineageConfig(SparkOpenLineageConfig openLineageConfig) {
      this.openLineageConfig = openLineageConfig;
      return this;
    }

    public OpenLineageContextBuilder datasetBuilderFactory(DatasetBuilderFactory datasetBuilderFactory) {
      this.datasetBuilderFactory = datasetBuilderFactory;
      return this;
    }

    public OpenLineageContextBuilder sparkExtensionVisitorWrapper(SparkOpenLineageExtensionVisitorWrapper sparkExtensionVisitorWrapper) {
      this.sparkExtensionVisitorWrapper = sparkExtensionVisitorWrapper;
      return this;
    }

    public OpenLineageContext build() {
      return new OpenLineageContext(this);
    }
  }
}
