package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;
import scala.runtime.AbstractPartialFunction;

/** Passes a node to the visitors and builders of a run. The first one that is defined at the node is used. */
final class Delegation<D extends OpenLineage.Dataset>
    extends AbstractPartialFunction<LogicalPlan, Collection<D>> {
  private final Collection<PartialFunction<LogicalPlan, List<D>>> visitors;
  private final Collection<? extends PartialFunction<Object, Collection<D>>> builders;
  private final Object event;
  private final Object self;

  Delegation(
      Collection<PartialFunction<LogicalPlan, List<D>>> visitors,
      Collection<? extends PartialFunction<Object, Collection<D>>> builders,
      Object event,
      Object self) {
    this.visitors = visitors;
    this.builders = builders;
    this.event = event;
    this.self = self;
  }

  @Override
  public boolean isDefinedAt(LogicalPlan plan) {
    return find(plan) != null;
  }

  @Override
  public Collection<D> apply(LogicalPlan plan) {
    PartialFunction<LogicalPlan, List<D>> visitor = find(plan);
    return visitor == null ? Collections.<D>emptyList() : visitor.apply(plan);
  }

  private PartialFunction<LogicalPlan, List<D>> find(LogicalPlan plan) {
    for (PartialFunction<LogicalPlan, List<D>> visitor : visitors) if (visitor.isDefinedAt(plan)) return visitor;
    for (PartialFunction<Object, Collection<D>> builder : builders) {
      PartialFunction<LogicalPlan, List<D>> visitor = builder == self ? null : visitor(builder);
      if (visitor != null && visitor.isDefinedAt(plan)) return visitor;
    }
    return null;
  }

  @SuppressWarnings("unchecked")
  private PartialFunction<LogicalPlan, List<D>> visitor(PartialFunction<Object, Collection<D>> builder) {
    Object object = builder;
    return object instanceof AbstractQueryPlanDatasetBuilder
        ? ((AbstractQueryPlanDatasetBuilder<Object, LogicalPlan, D>) object).<LogicalPlan>asQueryPlanVisitor(event)
        : null;
  }
}
