package io.headwater.shell.meters;

import com.codahale.metrics.MetricRegistry;
import org.apache.spark.SparkEnv;

/**
 * The agent's meters as a source of Spark's metrics system, whose sinks (JMX, Graphite, CSV, the Prometheus servlet)
 * then show them below {@code headwater}. Private to Spark for Scala alone; the same from 3.5 to 4.3.
 */
final class SparkSource {
  private SparkSource() {}

  /** Whether there was a metrics system. It forgets its sources when the context stops. */
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
