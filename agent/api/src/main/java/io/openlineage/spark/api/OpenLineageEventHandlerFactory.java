package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage.DatasetFacet;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.InputDatasetFacet;
import io.openlineage.client.OpenLineage.JobFacet;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.OutputDatasetFacet;
import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;

/**
 * Creates the visitors and builders of an extension; found by {@code ServiceLoader}. Each method is called once for
 * each run of a query or job, in no particular order.
 */
public interface OpenLineageEventHandlerFactory {

  /** Visitors that find inputs at plan nodes. */
  default Collection<PartialFunction<LogicalPlan, List<InputDataset>>> createInputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Visitors that find outputs at plan nodes. */
  default Collection<PartialFunction<LogicalPlan, List<OutputDataset>>> createOutputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders that find inputs in events, stages, jobs and RDDs. */
  default Collection<PartialFunction<Object, List<InputDataset>>> createInputDatasetBuilder(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders that find outputs in events, stages, jobs and RDDs. */
  default Collection<PartialFunction<Object, List<OutputDataset>>> createOutputDatasetBuilder(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders of input facets, for every input. */
  default Collection<CustomFacetBuilder<?, ? extends InputDatasetFacet>> createInputDatasetFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders of output facets, for every output. */
  default Collection<CustomFacetBuilder<?, ? extends OutputDatasetFacet>> createOutputDatasetFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders of dataset facets, for every dataset. */
  default Collection<CustomFacetBuilder<?, ? extends DatasetFacet>> createDatasetFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders of run facets. */
  default Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Builders of job facets. */
  default Collection<CustomFacetBuilder<?, ? extends JobFacet>> createJobFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Visitors that find column lineage at plan nodes. */
  default Collection<ColumnLevelLineageVisitor> createColumnLevelLineageVisitors(
      OpenLineageContext context) {
    return Collections.emptyList();
  }
}
