package io.openlineage.spark.api;

/** The shares of the time for an event, in percent; null if a share is not limited. */
public class TimeoutConfig {
  public Integer buildDatasetsTimePercentage;
  public Integer facetsBuildingTimePercentage;

  public TimeoutConfig() {}

  public TimeoutConfig(Integer buildDatasetsTimePercentage, Integer facetsBuildingTimePercentage) {
    this.buildDatasetsTimePercentage = buildDatasetsTimePercentage;
    this.facetsBuildingTimePercentage = facetsBuildingTimePercentage;
  }

  public Integer getBuildDatasetsTimePercentage() {
    return buildDatasetsTimePercentage;
  }

  public void setBuildDatasetsTimePercentage(Integer buildDatasetsTimePercentage) {
    this.buildDatasetsTimePercentage = buildDatasetsTimePercentage;
  }

  public Integer getFacetsBuildingTimePercentage() {
    return facetsBuildingTimePercentage;
  }

  public void setFacetsBuildingTimePercentage(Integer facetsBuildingTimePercentage) {
    this.facetsBuildingTimePercentage = facetsBuildingTimePercentage;
  }
}
