package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage.ParentRunFacetJobFacets;
import io.openlineage.client.OpenLineage.ParentRunFacetRunFacets;
import io.openlineage.client.OpenLineage.RootJobFacets;
import io.openlineage.client.OpenLineage.RootRunFacets;
import io.openlineage.client.circuitBreaker.CircuitBreakerConfig;
import io.openlineage.client.dataset.DatasetConfig;
import io.openlineage.client.job.JobConfig;
import io.openlineage.client.run.RunConfig;
import io.openlineage.client.transports.FacetsConfig;
import io.openlineage.client.transports.TransportConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The values of {@code spark.openlineage.*}. This is a copy: changes have no effect on the agent. */
public class SparkOpenLineageConfig extends SparkConfig {

  /** The facets that are disabled by default. */
  public static List<String> DISABLED_BY_DEFAULT = Arrays.asList("spark_unknown", "spark.logicalPlan", "debug");

  public static final String DEFAULT_NAMESPACE = "default";

  public SparkOpenLineageConfig() {}

  public SparkOpenLineageConfig(
      String namespace,
      String parentJobName, String parentJobNamespace, String parentRunId,
      String rootParentJobName, String rootParentJobNamespace, String rootParentRunId,
      ParentRunFacetJobFacets parentJobFacets, ParentRunFacetRunFacets parentRunFacets,
      RootJobFacets rootParentJobFacets, RootRunFacets rootParentRunFacets,
      String overriddenAppName, String overriddenApplicationRunId, String testExtensionProvider,
      JobNameConfig jobName, JobConfig jobConfig, TransportConfig transportConfig, FacetsConfig facetsConfig,
      DatasetConfig datasetConfig, CircuitBreakerConfig circuitBreaker,
      Map<String, Object> metricsConfig,
      ColumnLineageConfig columnLineageConfig,
      VendorsConfig vendors,
      FilterConfig filterConfig,
      RunConfig runConfig) {
    this.namespace = namespace;
    this.parentJobName = parentJobName;
    this.parentJobNamespace = parentJobNamespace;
    this.parentRunId = parentRunId;
    this.rootParentJobName = rootParentJobName;
    this.rootParentJobNamespace = rootParentJobNamespace;
    this.rootParentRunId = rootParentRunId;
    this.parentJobFacets = parentJobFacets;
    this.parentRunFacets = parentRunFacets;
    this.rootParentJobFacets = rootParentJobFacets;
    this.rootParentRunFacets = rootParentRunFacets;
    this.overriddenAppName = overriddenAppName;
    this.overriddenApplicationRunId = overriddenApplicationRunId;
    this.testExtensionProvider = testExtensionProvider;
    this.jobName = jobName;
    this.jobConfig = jobConfig;
    this.transportConfig = transportConfig;
    this.facetsConfig = facetsConfig;
    this.datasetConfig = datasetConfig;
    this.circuitBreaker = circuitBreaker;
    this.metricsConfig = metricsConfig;
    this.columnLineageConfig = columnLineageConfig;
    this.vendors = vendors;
    this.filterConfig = filterConfig;
    this.runConfig = runConfig;
  }

  /** Merges two configurations. The values of {@code other} take precedence. */
  @Override
  public SparkOpenLineageConfig mergeWithNonNull(SparkOpenLineageConfig other) {
    SparkOpenLineageConfig merged = new SparkOpenLineageConfig();
    merged.merge(this, other);
    return merged;
  }

  /** Without credentials. */
  @Override
  public String toString() {
    return "SparkOpenLineageConfig(namespace=" + getNamespace() + ", parentRunId=" + getParentRunId() + ", jobName="
        + getJobName() + ", filter=" + filterConfig + ", vendors=" + vendors + ")";
  }

  /** The settings of job names. */
  public static class JobNameConfig {
    private Boolean appendDatasetName = true;
    private Boolean replaceDotWithUnderscore = false;

    public Boolean getAppendDatasetName() {
      return appendDatasetName;
    }

    public void setAppendDatasetName(Boolean appendDatasetName) {
      this.appendDatasetName = Objects.requireNonNull(appendDatasetName, "appendDatasetName");
    }

    public Boolean getReplaceDotWithUnderscore() {
      return replaceDotWithUnderscore;
    }

    public void setReplaceDotWithUnderscore(Boolean replaceDotWithUnderscore) {
      this.replaceDotWithUnderscore = Objects.requireNonNull(replaceDotWithUnderscore, "replaceDotWithUnderscore");
    }

    @Override
    public String toString() {
      return "JobNameConfig(" + appendDatasetName + ", " + replaceDotWithUnderscore + ")";
    }
  }

  /** The filter for plans. */
  public static class FilterConfig {
    private final List<String> allowedSparkNodes = new ArrayList<>();
    private final List<String> deniedSparkNodes = new ArrayList<>();
    private final Boolean rddEventsDisabled;

    public FilterConfig() {
      this(false);
    }

    public FilterConfig(boolean rddEventsDisabled) {
      this.rddEventsDisabled = rddEventsDisabled;
    }

    public List<String> getAllowedSparkNodes() {
      return allowedSparkNodes;
    }

    public List<String> getDeniedSparkNodes() {
      return deniedSparkNodes;
    }

    public Boolean getRddEventsDisabled() {
      return rddEventsDisabled;
    }

    @Override
    public String toString() {
      return "FilterConfig(" + allowedSparkNodes + ", " + deniedSparkNodes + ", " + rddEventsDisabled + ")";
    }
  }

  /** The settings of vendors. */
  public static class VendorsConfig {
    private final Map<String, VendorConfig> config = new HashMap<>();

    public Map<String, VendorConfig> getConfig() {
      return config;
    }

    @Override
    public String toString() {
      return "VendorsConfig(" + config + ")";
    }

    public static class VendorConfig {
      private Boolean metricsReporterDisabled;

      public VendorConfig() {
        this(false);
      }

      public VendorConfig(Boolean metricsReporterDisabled) {
        this.metricsReporterDisabled = metricsReporterDisabled;
      }

      public Boolean getMetricsReporterDisabled() {
        return metricsReporterDisabled;
      }

      public void setMetricsReporterDisabled(Boolean metricsReporterDisabled) {
        this.metricsReporterDisabled = metricsReporterDisabled;
      }

      protected boolean canEqual(Object other) {
        return other instanceof VendorConfig;
      }

      @Override
      public boolean equals(Object other) {
        return canEqual(other)
            && Objects.equals(((VendorConfig) other).metricsReporterDisabled, metricsReporterDisabled);
      }

      @Override
      public int hashCode() {
        return Objects.hash(metricsReporterDisabled);
      }

      @Override
      public String toString() {
        return "VendorConfig(" + metricsReporterDisabled + ")";
      }
    }
  }
}
