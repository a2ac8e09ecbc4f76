package com.acme;

import io.micrometer.core.instrument.Counter;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import io.openlineage.spark.api.AbstractRunFacetBuilder;
import io.openlineage.spark.api.CustomFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.OpenLineageEventHandlerFactory;
import io.openlineage.spark.api.SparkInputDatasetBuilder;
import io.openlineage.spark.api.SparkOpenLineageConfig;
import io.openlineage.spark.api.naming.JobNameBuilder;
import io.openlineage.spark.api.naming.NameNormalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import scala.PartialFunction;

/** Looks at the agent's inside, as far as the context shows it. */
public class Inside implements OpenLineageEventHandlerFactory {
  @Override
  public Collection<ColumnLevelLineageVisitor> createColumnLevelLineageVisitors(OpenLineageContext context) {
    return Collections.singletonList(ReadBack.of(context));
  }

  @Override
  public Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(OpenLineageContext context) {
    return Arrays.asList(new AtEnd(context), new AtJob(context));
  }

  /** An RDD's job starts. */
  static final class AtJob extends AbstractRunFacetBuilder<SparkListenerJobStart> {
    AtJob(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(SparkListenerJobStart event, BiConsumer<String, ? super RunFacet> consumer) {
      consumer.accept("acme_jobStart", new Facets.Word("job " + event.jobId()));
    }
  }

  static final class AtEnd extends AbstractRunFacetBuilder<SparkListenerSQLExecutionEnd> {
    AtEnd(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(SparkListenerSQLExecutionEnd event, BiConsumer<String, ? super RunFacet> consumer) {
      consumer.accept("acme_config", new Facets.Word(config()));
      consumer.accept("acme_tools", new Facets.Word(tools(event)));
      consumer.accept("acme_readBack", new Facets.Word(ReadBack.of(context).text));
    }

    private String config() {
      SparkOpenLineageConfig config = context.getOpenLineageConfig();
      return config.getNamespace() + " " + config.getJobName().getAppendDatasetName() + " "
          + config.getFilterConfig().getDeniedSparkNodes() + " " + config.getTransportConfig().getClass().getSimpleName()
          + " " + config.getFacetsConfig().getDisabledFacets().get("debug") + " "
          + config.getColumnLineageConfig().getDatasetLineageEnabled();
    }

    /** A meter, what the agent's own builders find, names, vendors, who speaks for himself, and Hive's catalog. */
    private String tools(SparkListenerSQLExecutionEnd event) {
      Counter asked = context.getMeterRegistry().counter("acme.asked");
      asked.increment();
      List<Object> all = new ArrayList<>();
      all.add(asked.getId().getName());
      for (PartialFunction<Object, List<InputDataset>> b : context.getDatasetBuilderFactory().getInputBuilders(context))
        if (b.isDefinedAt(event))
          for (InputDataset d : b.apply(event)) {
            all.add(d.getName().replaceAll(".*/", ""));
            all.add(d.getFacets().getSchema().getFields().get(0).getName() + " " + d.getFacets().getDataSource().getName());
          }
      all.add(NameNormalizer.normalize("My App-1"));
      all.add(JobNameBuilder.buildApplicationName(context));
      all.add(context.getVendors().getEventHandlerFactories().size());
      all.add(context.getSparkExtensionVisitorWrapper().isDefinedAt("text"));
      all.add(new SparkInputDatasetBuilder(context).dataset("a", "acme://hive").catalog().build()
          .getFacets().getCatalog().getType());
      return all.toString();
    }
  }
}
