package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage.ParentRunFacetJobFacets;
import io.openlineage.client.OpenLineage.ParentRunFacetRunFacets;
import io.openlineage.client.OpenLineage.RootJobFacets;
import io.openlineage.client.OpenLineage.RootRunFacets;
import io.openlineage.client.OpenLineageConfig;

/** The parent run of the application. Values that are not configured are null. */
abstract class ParentConfig extends OpenLineageConfig<SparkOpenLineageConfig> {
  String parentJobName;
  String parentJobNamespace;
  String parentRunId;
  String rootParentJobName;
  String rootParentJobNamespace;
  String rootParentRunId;
  ParentRunFacetJobFacets parentJobFacets;
  ParentRunFacetRunFacets parentRunFacets;
  RootJobFacets rootParentJobFacets;
  RootRunFacets rootParentRunFacets;

  public String getParentJobName() {
    return parentJobName;
  }

  public void setParentJobName(String parentJobName) {
    this.parentJobName = parentJobName;
  }

  public String getParentJobNamespace() {
    return parentJobNamespace;
  }

  public void setParentJobNamespace(String parentJobNamespace) {
    this.parentJobNamespace = parentJobNamespace;
  }

  public String getParentRunId() {
    return parentRunId;
  }

  public void setParentRunId(String parentRunId) {
    this.parentRunId = parentRunId;
  }

  public String getRootParentJobName() {
    return rootParentJobName;
  }

  public void setRootParentJobName(String rootParentJobName) {
    this.rootParentJobName = rootParentJobName;
  }

  public String getRootParentJobNamespace() {
    return rootParentJobNamespace;
  }

  public void setRootParentJobNamespace(String rootParentJobNamespace) {
    this.rootParentJobNamespace = rootParentJobNamespace;
  }

  public String getRootParentRunId() {
    return rootParentRunId;
  }

  public void setRootParentRunId(String rootParentRunId) {
    this.rootParentRunId = rootParentRunId;
  }

  public ParentRunFacetJobFacets getParentJobFacets() {
    return parentJobFacets;
  }

  public void setParentJobFacets(ParentRunFacetJobFacets parentJobFacets) {
    this.parentJobFacets = parentJobFacets;
  }

  public ParentRunFacetRunFacets getParentRunFacets() {
    return parentRunFacets;
  }

  public void setParentRunFacets(ParentRunFacetRunFacets parentRunFacets) {
    this.parentRunFacets = parentRunFacets;
  }

  public RootJobFacets getRootParentJobFacets() {
    return rootParentJobFacets;
  }

  public void setRootParentJobFacets(RootJobFacets rootParentJobFacets) {
    this.rootParentJobFacets = rootParentJobFacets;
  }

  public RootRunFacets getRootParentRunFacets() {
    return rootParentRunFacets;
  }

  public void setRootParentRunFacets(RootRunFacets rootParentRunFacets) {
    this.rootParentRunFacets = rootParentRunFacets;
  }

  @Override
  public abstract SparkOpenLineageConfig mergeWithNonNull(SparkOpenLineageConfig other);

  /** Merges two configurations. The values of {@code other} take precedence. */
  void mergeParents(ParentConfig base, ParentConfig other) {
    parentJobName = mergePropertyWith(base.parentJobName, other.parentJobName);
    parentJobNamespace = mergePropertyWith(base.parentJobNamespace, other.parentJobNamespace);
    parentRunId = mergePropertyWith(base.parentRunId, other.parentRunId);
    rootParentJobName = mergePropertyWith(base.rootParentJobName, other.rootParentJobName);
    rootParentJobNamespace = mergePropertyWith(base.rootParentJobNamespace, other.rootParentJobNamespace);
    rootParentRunId = mergePropertyWith(base.rootParentRunId, other.rootParentRunId);
    parentJobFacets = mergePropertyWith(base.parentJobFacets, other.parentJobFacets);
    parentRunFacets = mergePropertyWith(base.parentRunFacets, other.parentRunFacets);
    rootParentJobFacets = mergePropertyWith(base.rootParentJobFacets, other.rootParentJobFacets);
    rootParentRunFacets = mergePropertyWith(base.rootParentRunFacets, other.rootParentRunFacets);
  }
}
