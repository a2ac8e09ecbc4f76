package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Lets a dataset builder act as a visitor of plan nodes, for one event.
 *
 * @param <T> the type of the event
 * @param <P> the node type of the builder
 * @param <L> the node type of the visitor
 */
final class DatasetBuilderVisitor<T, P extends LogicalPlan, L extends LogicalPlan, D extends OpenLineage.Dataset>
    extends QueryPlanVisitor<L, D> {
  private final AbstractQueryPlanDatasetBuilder<T, P, D> delegate;
  private final T event;

  DatasetBuilderVisitor(AbstractQueryPlanDatasetBuilder<T, P, D> delegate, T event) {
    super(delegate.context);
    this.delegate = delegate;
    this.event = event;
  }

  @Override
  public boolean isDefinedAt(LogicalPlan node) {
    return delegate.isDefinedAt(event) && delegate.isDefinedAtLogicalPlan(node);
  }

  /** The caller has checked the type of the node with {@link #isDefinedAt(LogicalPlan)}. */
  @Override
  @SuppressWarnings("unchecked")
  public List<D> apply(LogicalPlan node) {
    P typed = (P) node;
    return delegate.apply(event, typed);
  }

  @Override
  public String internalClassName() {
    return delegate.getClass().getCanonicalName();
  }
}
