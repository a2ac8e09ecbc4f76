package io.openlineage.spark.api;

import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.package$;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;

/**
 * The plans of the query of a run. A job without a query has no plans, and a plan is absent if its phase has failed or has
 * not run: Spark would run it again on the thread that asks, or change the stack trace of the program's own exception.
 */
abstract class QueryPlans {
  public abstract Optional<QueryExecution> getQueryExecution();

  public String getSparkVersion() {
    return package$.MODULE$.SPARK_VERSION();
  }

  public boolean hasLogicalPlan() {
    return getLogicalPlanOptional().isPresent();
  }

  public boolean hasAnalyzedPlan() {
    return getAnalyzedPlanOptional().isPresent();
  }

  public boolean hasOptimizedPlan() {
    return getOptimizedPlanOptional().isPresent();
  }

  public boolean hasExecutedPlan() {
    return executedPlan().isPresent();
  }

  public boolean hasSparkPlan() {
    return sparkPlan().isPresent();
  }

  /** The parsed plan; null for a job without a query, like the other plans. */
  public LogicalPlan getLogicalPlan() {
    return getLogicalPlanOptional().orElse(null);
  }

  public LogicalPlan getAnalyzedPlan() {
    return getAnalyzedPlanOptional().orElse(null);
  }

  public LogicalPlan getOptimizedPlan() {
    return getOptimizedPlanOptional().orElse(null);
  }

  public SparkPlan getExecutedPlan() {
    return executedPlan().orElse(null);
  }

  public SparkPlan getSparkPlan() {
    return sparkPlan().orElse(null);
  }

  public Optional<LogicalPlan> getLogicalPlanOptional() {
    return getQueryExecution().map(QueryExecution::logical);
  }

  public Optional<LogicalPlan> getAnalyzedPlanOptional() {
    return made(QueryPlanningTracker.ANALYSIS(), QueryExecution::analyzed);
  }

  public Optional<LogicalPlan> getOptimizedPlanOptional() {
    return made(QueryPlanningTracker.OPTIMIZATION(), QueryExecution::optimizedPlan);
  }

  private Optional<SparkPlan> executedPlan() {
    return made(QueryPlanningTracker.PLANNING(), QueryExecution::executedPlan);
  }

  private Optional<SparkPlan> sparkPlan() {
    return made(QueryPlanningTracker.PLANNING(), QueryExecution::sparkPlan);
  }

  /** The tracker has a phase only after it has succeeded. A query of a test may have none. */
  private <P> Optional<P> made(String phase, Function<QueryExecution, P> plan) {
    return getQueryExecution()
        .filter(query -> query.tracker() == null || query.tracker().phases().contains(phase))
        .map(plan);
  }
}
