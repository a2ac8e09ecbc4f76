package com.acme;

import io.openlineage.client.OpenLineage.RunFacet;
import io.openlineage.spark.api.AbstractRunFacetBuilder;
import io.openlineage.spark.api.CustomFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.OpenLineageEventHandlerFactory;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

public class CostCenter implements OpenLineageEventHandlerFactory {
  @Override
  public Collection<CustomFacetBuilder<?, ? extends RunFacet>> createRunFacetBuilders(OpenLineageContext context) {
    return List.of(new Builder(context));
  }

  static class Builder extends AbstractRunFacetBuilder<SparkListenerSQLExecutionEnd> {
    Builder(OpenLineageContext context) {
      super(context);
    }

    @Override
    protected void build(SparkListenerSQLExecutionEnd end, BiConsumer<String, ? super RunFacet> consumer) {
      RunFacet facet = context.getOpenLineage().newRunFacet();
      facet.getAdditionalProperties().put("code", "A-17");
      consumer.accept("acme_costCenter", facet);
    }
  }
}
