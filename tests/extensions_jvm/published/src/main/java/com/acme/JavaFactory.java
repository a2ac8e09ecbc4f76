package com.acme;

import io.openlineage.client.OpenLineage.DatasetFacet;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.InputDatasetFacet;
import io.openlineage.client.OpenLineage.JobFacet;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.OutputDatasetFacet;
import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import io.openlineage.spark.api.CustomFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.OpenLineageEventHandlerFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;

/** Every hook there is, once; each says in the event that it was called. */
public class JavaFactory implements OpenLineageEventHandlerFactory {
  private final Created created = new Created();

  @Override
  public Collection<PartialFunction<LogicalPlan, List<InputDataset>>> createInputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    created.add(context, "inputVisitors");
    return Collections.singletonList(new Visitors.Files(context));
  }

  @Override
  public Collection<PartialFunction<LogicalPlan, List<OutputDataset>>> createOutputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    created.add(context, "outputVisitors");
    return Arrays.asList(new Visitors.Insert(context), new Visitors.Relations(context));
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public Collection<PartialFunction<Object, List<InputDataset>>> createInputDatasetBuilder(
      OpenLineageContext context) {
    created.add(context, "inputBuilders");
    return (Collection) Collections.singletonList(new FileScanInputDatasetBuilder(context));
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public Collection<PartialFunction<Object, List<OutputDataset>>> createOutputDatasetBuilder(
      OpenLineageContext context) {
    created.add(context, "outputBuilders");
    return (Collection) Arrays.<Object>asList(new Builders.Mirror(context), new Builders.Planned(context));
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends InputDatasetFacet>> createInputDatasetFacetBuilders(
      OpenLineageContext context) {
    created.add(context, "inputFacets");
    return Collections.singletonList(new Builders.OfInput(context));
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends OutputDatasetFacet>> createOutputDatasetFacetBuilders(
      OpenLineageContext context) {
    created.add(context, "outputFacets");
    return Collections.singletonList(new OutputStatisticsFacetBuilder(context));
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends DatasetFacet>> createDatasetFacetBuilders(
      OpenLineageContext context) {
    created.add(context, "datasetFacets");
    return Collections.singletonList(new Builders.OfDataset());
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(
      OpenLineageContext context) {
    created.add(context, "runFacets");
    return Arrays.asList(new Builders.OfRun(context, created), new Builders.OfStage(context));
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends JobFacet>> createJobFacetBuilders(
      OpenLineageContext context) {
    created.add(context, "jobFacets");
    return Collections.singletonList(new Builders.OfJob(context));
  }

  @Override
  public Collection<ColumnLevelLineageVisitor> createColumnLevelLineageVisitors(OpenLineageContext context) {
    created.add(context, "columnVisitors");
    return Collections.singletonList(new Visitors.Columns());
  }
}
