package io.headwater.shell.meters;

import com.codahale.metrics.MetricRegistry;
import org.apache.spark.SparkEnv;

/**
 * Registers the agent's meters as a source of Spark's metrics system. Its sinks (JMX, Graphite, CSV, the Prometheus
 * servlet) then show them below {@code headwater}. The Scala class is private to Spark, so that this file is in Java; its
 * signature is the same in Spark 3.3 to 4.3.
 */
final class SparkSource {
  private SparkSource() {}

  /** Returns false if there is no metrics system. Spark removes the source when the context stops. */
  static boolean register(MetricRegistry meters) {
    SparkEnv env = SparkEnv.get();
    if (env == null || env.metricsSystem() == null) return false;
    env.metricsSystem()
        .registerSource(
            new org.apache.spark.metrics.source.Source() {
              @Override
              public String sourceName() {
                return "headwater";
              }

              @Override
              public MetricRegistry metricRegistry() {
                return meters;
              }
            });
    return true;
  }
}
