package io.openlineage.spark.api;

import java.util.Optional;
import org.apache.spark.package$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;

/** The plans of the query of a run. A job without a query has no plans. */
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
    return getQueryExecution().map(QueryExecution::executedPlan).isPresent();
  }

  public boolean hasSparkPlan() {
    return getQueryExecution().map(QueryExecution::sparkPlan).isPresent();
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
    return getQueryExecution().map(QueryExecution::executedPlan).orElse(null);
  }

  public SparkPlan getSparkPlan() {
    return getQueryExecution().map(QueryExecution::sparkPlan).orElse(null);
  }

  public Optional<LogicalPlan> getLogicalPlanOptional() {
    return getQueryExecution().map(QueryExecution::logical);
  }

  public Optional<LogicalPlan> getAnalyzedPlanOptional() {
    return getQueryExecution().map(QueryExecution::analyzed);
  }

  public Optional<LogicalPlan> getOptimizedPlanOptional() {
    return getQueryExecution().map(QueryExecution::optimizedPlan);
  }
}
