package io.headwater.shell.capture;

import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkPlanInfo;
import org.apache.spark.sql.execution.SparkPlanInfo$;

/** Makes what Spark's events tell of a physical plan. The object is {@code private[execution]}, which exists in Scala only. */
final class PlanInfos {
  private PlanInfos() {}

  static SparkPlanInfo of(SparkPlan plan) {
    return SparkPlanInfo$.MODULE$.fromSparkPlan(plan);
  }
}
