package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;

/** Finds inputs at nodes of type {@code P}. */
public abstract class AbstractQueryPlanInputDatasetBuilder<P extends LogicalPlan>
    extends AbstractQueryPlanDatasetBuilder<SparkListenerEvent, P, OpenLineage.InputDataset> {

  public AbstractQueryPlanInputDatasetBuilder(OpenLineageContext context, boolean searchDependencies) {
    super(context, searchDependencies);
  }

  @Override
  public boolean isDefinedAt(SparkListenerEvent event) {
    return super.isDefinedAt(event);
  }

  @Override
  public abstract List<OpenLineage.InputDataset> apply(P plan);

  /** The datasets that the other visitors and builders of the run, or the agent, find at another node. */
  public List<OpenLineage.InputDataset> delegate(LogicalPlan plan, SparkListenerEvent event) {
    return new ArrayList<>(
        delegate(context.getInputDatasetQueryPlanVisitors(), context.getInputDatasetBuilders(), event)
            .apply(plan));
  }

  protected List<OpenLineage.InputDataset> getTableInputs(DataSourceV2ScanRelation relation) {
    return delegate(relation, null);
  }
}
