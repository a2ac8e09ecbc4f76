package io.openlineage.spark.api;

/** The settings of column lineage. */
public class ColumnLineageConfig {
  private Boolean datasetLineageEnabled;
  private Boolean descriptionsEnabled;
  private Integer schemaSizeLimit;

  public ColumnLineageConfig() {}

  public ColumnLineageConfig(Boolean datasetLineageEnabled, Boolean descriptionsEnabled, Integer schemaSizeLimit) {
    this.datasetLineageEnabled = datasetLineageEnabled;
    this.descriptionsEnabled = descriptionsEnabled;
    this.schemaSizeLimit = schemaSizeLimit;
  }

  public Boolean getDatasetLineageEnabled() {
    return datasetLineageEnabled;
  }

  public void setDatasetLineageEnabled(Boolean datasetLineageEnabled) {
    this.datasetLineageEnabled = datasetLineageEnabled;
  }

  public Boolean getDescriptionsEnabled() {
    return descriptionsEnabled;
  }

  public void setDescriptionsEnabled(Boolean descriptionsEnabled) {
    this.descriptionsEnabled = descriptionsEnabled;
  }

  public Integer getSchemaSizeLimit() {
    return schemaSizeLimit;
  }

  public void setSchemaSizeLimit(Integer schemaSizeLimit) {
    this.schemaSizeLimit = schemaSizeLimit;
  }
}
