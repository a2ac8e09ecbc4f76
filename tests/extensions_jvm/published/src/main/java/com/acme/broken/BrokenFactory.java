package com.acme.broken;

import com.acme.Facets;
import io.openlineage.client.OpenLineage.DefaultRunFacet;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.JobFacet;
import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.api.CustomFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.OpenLineageEventHandlerFactory;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;
import scala.PartialFunction;

/** Fails in every way, where {@code spark.acme.broken} is set. */
public class BrokenFactory implements OpenLineageEventHandlerFactory {
  private static boolean off(OpenLineageContext context) {
    return !context.getSparkContext().get().getConf().getBoolean("spark.acme.broken", false);
  }

  @Override
  public Collection<PartialFunction<LogicalPlan, List<InputDataset>>> createInputDatasetQueryPlanVisitors(
      OpenLineageContext context) {
    if (off(context)) return null;
    throw new OutOfMemoryError("not really");
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends JobFacet>> createJobFacetBuilders(OpenLineageContext context) {
    return off(context) ? Collections.emptyList() : Collections.singletonList(new Survivor());
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(OpenLineageContext context) {
    return off(context) ? Collections.emptyList() : Arrays.asList(new Unlinked(), new Overflowing(), new Odd(), new Hanging());
  }

  static final class Survivor extends CustomFacetBuilder<SparkListenerSQLExecutionStart, JobFacet> {
    @Override
    protected void build(SparkListenerSQLExecutionStart event, BiConsumer<String, ? super JobFacet> consumer) {
      consumer.accept("acme_survivor", new Facets.Word("said"));
    }
  }

  static final class Unlinked extends CustomFacetBuilder<SparkListenerSQLExecutionStart, RunFacet> {
    @Override
    protected void build(SparkListenerSQLExecutionStart event, BiConsumer<String, ? super RunFacet> consumer) {
      consumer.accept("acme_unlinked", new Facets.Word(Missing.word()));
    }
  }

  /** Facets that cannot be sent, and one that can. */
  static final class Odd extends CustomFacetBuilder<SparkListenerSQLExecutionStart, RunFacet> {
    @Override
    protected void build(SparkListenerSQLExecutionStart event, BiConsumer<String, ? super RunFacet> consumer) {
      RunFacet cyclic = new DefaultRunFacet(URI.create("https://acme.com"));
      cyclic.getAdditionalProperties().put("self", cyclic.getAdditionalProperties());
      RunFacet infinite = new DefaultRunFacet(URI.create("https://acme.com"));
      infinite.getAdditionalProperties().put("value", Double.POSITIVE_INFINITY);
      consumer.accept(null, new Facets.Word("said"));
      consumer.accept("", new Facets.Word("said"));
      consumer.accept("acme_null", null);
      consumer.accept("headwater_agent", new Facets.Word("said"));
      consumer.accept("parent", new Facets.Word("said"));
      consumer.accept("acme_cyclic", cyclic);
      consumer.accept("acme_infinite", infinite);
      consumer.accept("acme_large", new Facets.Word(new String(new char[50_000_000]).replace('\0', 'x')));
      consumer.accept("acme_good", new Facets.Word("said"));
    }
  }

  static final class Overflowing extends CustomFacetBuilder<SparkListenerSQLExecutionStart, RunFacet> {
    @Override
    protected void build(SparkListenerSQLExecutionStart event, BiConsumer<String, ? super RunFacet> consumer) {
      build(event, consumer);
    }
  }

  static final class Hanging extends CustomFacetBuilder<SparkListenerSQLExecutionEnd, RunFacet> {
    @Override
    protected void build(SparkListenerSQLExecutionEnd event, BiConsumer<String, ? super RunFacet> consumer) {
      long end = System.nanoTime() + 60_000_000_000L;
      while (System.nanoTime() < end) {
        try {
          Thread.sleep(1000);
        } catch (InterruptedException ignored) {
          // hangs all the same
        }
      }
    }
  }
}
