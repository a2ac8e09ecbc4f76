package io.openlineage.spark.api;

import io.openlineage.client.transports.FacetsConfig;
import io.openlineage.spark.api.SparkOpenLineageConfig.FilterConfig;
import io.openlineage.spark.api.SparkOpenLineageConfig.JobNameConfig;
import io.openlineage.spark.api.SparkOpenLineageConfig.VendorsConfig;
import java.util.HashMap;
import java.util.Map;

/** The settings that only the Spark agent has. A setting without a default is null if it is not configured. */
abstract class SparkConfig extends ParentConfig {
  String namespace;
  JobNameConfig jobName;
  ColumnLineageConfig columnLineageConfig;
  String overriddenAppName;
  String overriddenApplicationRunId;
  String testExtensionProvider;
  VendorsConfig vendors;
  FilterConfig filterConfig;
  DebugConfig debugConfig;
  TimeoutConfig timeoutConfig;

  /** Includes the facets that are disabled by default. */
  @Override
  public FacetsConfig getFacetsConfig() {
    if (facetsConfig == null) facetsConfig = new FacetsConfig();
    Map<String, Boolean> disabled = new HashMap<>();
    for (String facet : SparkOpenLineageConfig.DISABLED_BY_DEFAULT) disabled.put(facet, true);
    if (facetsConfig.getDisabledFacets() != null) disabled.putAll(facetsConfig.getDisabledFacets());
    facetsConfig.setDisabledFacets(disabled);
    return facetsConfig;
  }

  public String getNamespace() {
    if (namespace == null) namespace = SparkOpenLineageConfig.DEFAULT_NAMESPACE;
    return namespace;
  }

  public void setNamespace(String namespace) {
    this.namespace = namespace;
  }

  public JobNameConfig getJobName() {
    if (jobName == null) jobName = new JobNameConfig();
    return jobName;
  }

  public void setJobName(JobNameConfig jobName) {
    this.jobName = jobName;
  }

  public ColumnLineageConfig getColumnLineageConfig() {
    if (columnLineageConfig == null) columnLineageConfig = new ColumnLineageConfig(true, null, 1000);
    return columnLineageConfig;
  }

  public void setColumnLineageConfig(ColumnLineageConfig columnLineageConfig) {
    this.columnLineageConfig = columnLineageConfig;
  }

  public String getOverriddenAppName() {
    return overriddenAppName;
  }

  public void setOverriddenAppName(String overriddenAppName) {
    this.overriddenAppName = overriddenAppName;
  }

  public String getOverriddenApplicationRunId() {
    return overriddenApplicationRunId;
  }

  public void setOverriddenApplicationRunId(String overriddenApplicationRunId) {
    this.overriddenApplicationRunId = overriddenApplicationRunId;
  }

  public String getTestExtensionProvider() {
    return testExtensionProvider;
  }

  public void setTestExtensionProvider(String testExtensionProvider) {
    this.testExtensionProvider = testExtensionProvider;
  }

  public VendorsConfig getVendors() {
    return vendors;
  }

  public void setVendors(VendorsConfig vendors) {
    this.vendors = vendors;
  }

  public FilterConfig getFilterConfig() {
    return filterConfig;
  }

  public void setFilterConfig(FilterConfig filterConfig) {
    this.filterConfig = filterConfig;
  }

  public DebugConfig getDebugConfig() {
    return debugConfig;
  }

  public void setDebugConfig(DebugConfig debugConfig) {
    this.debugConfig = debugConfig;
  }

  public TimeoutConfig getTimeoutConfig() {
    return timeoutConfig;
  }

  public void setTimeoutConfig(TimeoutConfig timeoutConfig) {
    this.timeoutConfig = timeoutConfig;
  }

  /** Merges two configurations. The values of {@code other} take precedence. */
  void merge(SparkConfig base, SparkConfig other) {
    mergeParents(base, other);
    namespace = mergePropertyWith(base.namespace, other.namespace);
    jobName = mergePropertyWith(base.jobName, other.jobName);
    columnLineageConfig = mergePropertyWith(base.columnLineageConfig, other.columnLineageConfig);
    overriddenAppName = mergePropertyWith(base.overriddenAppName, other.overriddenAppName);
    overriddenApplicationRunId = mergePropertyWith(base.overriddenApplicationRunId, other.overriddenApplicationRunId);
    testExtensionProvider = mergePropertyWith(base.testExtensionProvider, other.testExtensionProvider);
    vendors = mergePropertyWith(base.vendors, other.vendors);
    filterConfig = mergePropertyWith(base.filterConfig, other.filterConfig);
    debugConfig = mergePropertyWith(base.debugConfig, other.debugConfig);
    timeoutConfig = mergePropertyWith(base.timeoutConfig, other.timeoutConfig);
    transportConfig = mergePropertyWith(base.transportConfig, other.transportConfig);
    facetsConfig = mergePropertyWith(base.facetsConfig, other.facetsConfig);
    datasetConfig = mergePropertyWith(base.datasetConfig, other.datasetConfig);
    circuitBreaker = mergePropertyWith(base.circuitBreaker, other.circuitBreaker);
    runConfig = mergePropertyWith(base.runConfig, other.runConfig);
    jobConfig = mergePropertyWith(base.jobConfig, other.jobConfig);
    metricsConfig = merged(base.metricsConfig, other.metricsConfig);
  }

  private static Map<String, Object> merged(Map<String, Object> base, Map<String, Object> other) {
    if (base == null || other == null) return base == null ? other : base;
    Map<String, Object> both = new HashMap<>(base);
    both.putAll(other);
    return both;
  }
}
