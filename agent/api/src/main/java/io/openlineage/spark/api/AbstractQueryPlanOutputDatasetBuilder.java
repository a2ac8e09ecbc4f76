package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/** Finds outputs at nodes of type {@code P}. */
public abstract class AbstractQueryPlanOutputDatasetBuilder<P extends LogicalPlan>
    extends AbstractQueryPlanDatasetBuilder<SparkListenerEvent, P, OpenLineage.OutputDataset> implements JobNameSuffixProvider<P> {

  public AbstractQueryPlanOutputDatasetBuilder(OpenLineageContext context, boolean searchDependencies) {
    super(context, searchDependencies);
  }

  @Override
  public boolean isDefinedAt(SparkListenerEvent event) {
    return super.isDefinedAt(event);
  }

  @Override
  public abstract List<OpenLineage.OutputDataset> apply(P plan);

  /** The datasets that the other visitors and builders of the run, or the agent, find at another node. */
  public List<OpenLineage.OutputDataset> delegate(LogicalPlan plan, SparkListenerEvent event) {
    return new ArrayList<>(
        delegate(context.getOutputDatasetQueryPlanVisitors(), context.getOutputDatasetBuilders(), event)
            .apply(plan));
  }

  protected List<OpenLineage.OutputDataset> getTableOutputs(DataSourceV2Relation relation) {
    return delegate(relation, null);
  }

  /** Whether the version of a dataset is final at this event: only after the end of the query or job. */
  protected boolean includeDatasetVersion(SparkListenerEvent event) {
    return event instanceof SparkListenerSQLExecutionEnd || event instanceof SparkListenerJobEnd;
  }

  /** The suffix for the root node of the query. */
  @Override
  public Optional<String> jobNameSuffix(OpenLineageContext context) {
    return context.getOptimizedPlanOptional().filter(this::isDefinedAtLogicalPlan)
        .flatMap(this::jobNameSuffixFromLogicalPlan);
  }

  @SuppressWarnings("unchecked")
  public Optional<String> jobNameSuffixFromLogicalPlan(LogicalPlan plan) {
    return jobNameSuffix((P) plan);
  }

  protected String identToSuffix(Identifier identifier) {
    List<String> parts = new ArrayList<>(Arrays.asList(identifier.namespace()));
    parts.add(identifier.name());
    return String.join(SUFFIX_DELIMITER, parts);
  }
}
