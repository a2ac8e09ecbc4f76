package io.openlineage.spark.api;

import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/** Finds outputs after the end of a query or job. */
public abstract class AbstractOnCompleteOutputDatasetBuilder<P extends LogicalPlan>
    extends AbstractQueryPlanOutputDatasetBuilder<P> {

  public AbstractOnCompleteOutputDatasetBuilder(OpenLineageContext context, boolean searchDependencies) {
    super(context, searchDependencies);
  }

  @Override
  public boolean isDefinedAt(SparkListenerEvent event) {
    return event instanceof SparkListenerSQLExecutionEnd || event instanceof SparkListenerJobEnd;
  }
}
