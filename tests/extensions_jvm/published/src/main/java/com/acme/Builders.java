package com.acme;

import io.openlineage.client.OpenLineage.DatasetFacet;
import io.openlineage.client.OpenLineage.InputDatasetFacet;
import io.openlineage.client.OpenLineage.JobFacet;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.api.AbstractInputDatasetFacetBuilder;
import io.openlineage.spark.api.AbstractJobFacetBuilder;
import io.openlineage.spark.api.AbstractOutputDatasetBuilder;
import io.openlineage.spark.api.AbstractQueryPlanOutputDatasetBuilder;
import io.openlineage.spark.api.AbstractRunFacetBuilder;
import io.openlineage.spark.api.CustomFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.ActiveJob;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.Stage;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/** What is asked of events, jobs, stages and RDDs. */
final class Builders {
  private Builders() {}

  /** Another output of each job. */
  static final class Mirror extends AbstractOutputDatasetBuilder<SparkListenerJobEnd> {
    Mirror(OpenLineageContext context) {
      super(context.getOpenLineage());
    }

    @Override
    public List<OutputDataset> apply(SparkListenerJobEnd end) {
      return Collections.singletonList(
          openLineage.newOutputDatasetBuilder().namespace("acme://java").name("mirror").build());
    }
  }

  /** A builder of events that looks at plan nodes. */
  static final class Planned extends AbstractQueryPlanOutputDatasetBuilder<InsertIntoHadoopFsRelationCommand> {
    Planned(OpenLineageContext context) {
      super(context, false);
    }

    @Override
    public List<OutputDataset> apply(InsertIntoHadoopFsRelationCommand plan) {
      return Collections.singletonList(
          outputDataset().sparkDatasetBuilder().dataset("planned", "acme://java").build());
    }
  }

  static final class OfInput extends AbstractInputDatasetFacetBuilder<SparkListenerJobStart> {
    OfInput(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(SparkListenerJobStart event, BiConsumer<String, ? super InputDatasetFacet> consumer) {
      consumer.accept("acme_input", new Facets.Word("job " + event.jobId()));
    }
  }

  static final class OfDataset extends CustomFacetBuilder<RDD<?>, DatasetFacet> {
    @Override
    protected void build(RDD<?> rdd, BiConsumer<String, ? super DatasetFacet> consumer) {
      consumer.accept("acme_rdd_" + rdd.getClass().getSimpleName(), new Facets.Word("rdd"));
    }
  }

  static final class OfRun extends AbstractRunFacetBuilder<SparkListenerSQLExecutionEnd> {
    private final Created created;

    OfRun(OpenLineageContext context, Created created) {
      super(context);
      this.created = created;
    }

    @Override
    protected void build(SparkListenerSQLExecutionEnd event, BiConsumer<String, ? super RunFacet> consumer) {
      consumer.accept("acme_created", new Facets.Word(created.of(context)));
      consumer.accept("acme_context", new Facets.Word(about()));
    }

    private String about() {
      return context.getOptimizedPlan().nodeName() + " " + context.getSparkContext().get().appName() + " "
          + context.getSparkSession().isPresent() + " " + context.hasExecutedPlan() + " " + context.getSparkVersion();
    }
  }

  static final class OfStage extends AbstractRunFacetBuilder<Stage> {
    OfStage(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(Stage stage, BiConsumer<String, ? super RunFacet> consumer) {
      consumer.accept("acme_stage", new Facets.Word(stage.getClass().getSimpleName()));
    }
  }

  static final class OfJob extends AbstractJobFacetBuilder<ActiveJob> {
    OfJob(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(ActiveJob job, BiConsumer<String, ? super JobFacet> consumer) {
      consumer.accept("acme_job", new Facets.Word("job of " + job.numPartitions() + " partitions"));
    }
  }
}
