package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;

/**
 * Asked of an event, it finds datasets at nodes of the query's plan: at those of type {@code P}, in the whole plan where
 * {@code searchDependencies} is set, else at its root.
 *
 * @param <T> the type of the event
 */
public abstract class AbstractQueryPlanDatasetBuilder<T, P extends LogicalPlan, D extends OpenLineage.Dataset>
    extends AbstractGenericArgPartialFunction<T, D> {
  protected final OpenLineageContext context;
  protected final boolean searchDependencies;

  public AbstractQueryPlanDatasetBuilder(OpenLineageContext context, boolean searchDependencies) {
    this.context = context;
    this.searchDependencies = searchDependencies;
  }

  protected DatasetFactory<OpenLineage.OutputDataset> outputDataset() {
    return DatasetFactory.output(context);
  }

  protected DatasetFactory<OpenLineage.InputDataset> inputDataset() {
    return DatasetFactory.input(context);
  }

  public abstract List<D> apply(P plan);

  @Override
  @SuppressWarnings("unchecked")
  public final List<D> apply(T event) {
    if (!context.hasOptimizedPlan()) return Collections.emptyList();
    LogicalPlan root = context.getOptimizedPlan();
    List<D> found = new ArrayList<>();
    for (LogicalPlan node : searchDependencies ? PlanNodes.of(root) : Collections.singletonList(root))
      if (isDefinedAtLogicalPlan(node)) found.addAll(apply(event, (P) node));
    return found;
  }

  protected List<D> apply(T event, P plan) {
    return apply(plan);
  }

  /** The same as a visitor of nodes, for one event. */
  public <L extends LogicalPlan> QueryPlanVisitor<L, D> asQueryPlanVisitor(T event) {
    AbstractQueryPlanDatasetBuilder<T, P, D> builder = this;
    return new QueryPlanVisitor<L, D>(context) {
      @Override
      public boolean isDefinedAt(LogicalPlan x) {
        return builder.isDefinedAt(event) && isDefinedAtLogicalPlan(x);
      }

      @Override
      @SuppressWarnings("unchecked")
      public List<D> apply(LogicalPlan x) {
        return builder.apply(event, (P) x);
      }

      @Override
      public String internalClassName() {
        return builder.getClass().getCanonicalName();
      }
    };
  }

  /** All of these visitors and builders as one: what the first says that is defined. */
  protected PartialFunction<LogicalPlan, Collection<D>> delegate(
      Collection<PartialFunction<LogicalPlan, List<D>>> visitors,
      Collection<? extends PartialFunction<Object, Collection<D>>> builders,
      T event) {
    return new Delegation<>(visitors, builders, event, this);
  }

  protected boolean isQueryPlanRoot(LogicalPlan plan) {
    return context.hasOptimizedPlan() && context.getOptimizedPlan() == plan;
  }

  /** Type arguments are about plans here. */
  protected boolean isDefinedAtLogicalPlan(LogicalPlan plan) {
    return TypeArguments.accepts(getClass(), plan);
  }

  /** An event of any type will do. */
  @Override
  public boolean isDefinedAt(T event) {
    return event instanceof SparkListenerEvent;
  }
}
