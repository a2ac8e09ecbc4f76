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
 * What an extension brings; found by {@code ServiceLoader}. Each method is called once for each run, a query's or an
 * active job's, in no order to rely on.
 */
public interface OpenLineageEventHandlerFactory {

  /** What is read, asked of plan nodes. */
  default Collection<PartialFunction<LogicalPlan, List<InputDataset>>> createInputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** What is written, asked of plan nodes. */
  default Collection<PartialFunction<LogicalPlan, List<OutputDataset>>> createOutputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** What is read, asked of events, stages, jobs and RDDs. */
  default Collection<PartialFunction<Object, List<InputDataset>>> createInputDatasetBuilder(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** What is written, asked of the same. */
  default Collection<PartialFunction<Object, List<OutputDataset>>> createOutputDatasetBuilder(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Facets of every input, as this run reads it. */
  default Collection<CustomFacetBuilder<?, ? extends InputDatasetFacet>> createInputDatasetFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Facets of every output, as this run writes it. */
  default Collection<CustomFacetBuilder<?, ? extends OutputDatasetFacet>> createOutputDatasetFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Facets of every dataset. */
  default Collection<CustomFacetBuilder<?, ? extends DatasetFacet>> createDatasetFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Facets of the run. */
  default Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** Facets of the job. */
  default Collection<CustomFacetBuilder<?, ? extends JobFacet>> createJobFacetBuilders(
      OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** What columns are made of, asked of plan nodes. */
  default Collection<ColumnLevelLineageVisitor> createColumnLevelLineageVisitors(
      OpenLineageContext context) {
    return Collections.emptyList();
  }
}
