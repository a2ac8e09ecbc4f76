package com.acme;

import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.api.AbstractRunFacetBuilder;
import io.openlineage.spark.api.CustomFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.OpenLineageEventHandlerFactory;
import java.util.Collection;
import java.util.Collections;
import java.util.function.BiConsumer;
import org.apache.spark.sql.execution.QueryExecution;

/** A factory that is registered where the published documentation says, with a builder of queries. */
public final class Documented implements OpenLineageEventHandlerFactory {
  @Override
  public Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(OpenLineageContext context) {
    return Collections.singletonList(new OfQuery(context));
  }

  static final class OfQuery extends AbstractRunFacetBuilder<QueryExecution> {
    OfQuery(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(QueryExecution query, BiConsumer<String, ? super RunFacet> consumer) {
      consumer.accept("acme_query", new Facets.Word(query.optimizedPlan().nodeName()));
    }
  }
}
