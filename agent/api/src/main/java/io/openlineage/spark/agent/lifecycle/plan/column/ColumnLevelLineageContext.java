package io.openlineage.spark.agent.lifecycle.plan.column;

import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceCombinedResolver;
import io.openlineage.spark.api.OpenLineageContext;
import org.apache.spark.scheduler.SparkListenerEvent;

/** The arguments of a {@link ColumnLevelLineageVisitor}. */
public class ColumnLevelLineageContext {
  private final SparkListenerEvent event;
  private final OpenLineageContext olContext;
  private final ColumnLevelLineageBuilder builder;
  private final DatasetNamespaceCombinedResolver namespaceResolver;

  public ColumnLevelLineageContext(
      SparkListenerEvent event,
      OpenLineageContext olContext,
      ColumnLevelLineageBuilder builder,
      DatasetNamespaceCombinedResolver namespaceResolver) {
    this.event = event;
    this.olContext = olContext;
    this.builder = builder;
    this.namespaceResolver = namespaceResolver;
  }

  public SparkListenerEvent getEvent() {
    return event;
  }

  public OpenLineageContext getOlContext() {
    return olContext;
  }

  public ColumnLevelLineageBuilder getBuilder() {
    return builder;
  }

  public DatasetNamespaceCombinedResolver getNamespaceResolver() {
    return namespaceResolver;
  }
}
