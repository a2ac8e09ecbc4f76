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
 * Finds datasets at plan nodes of type {@code P} when an event is processed: in the whole plan if
 * {@code searchDependencies} is true, and otherwise only at its root.
 *
 * @param <T> the type of the event
 * @param <P> the type of the plan nodes
 * @param <D> {@link OpenLineage.InputDataset} or {@link OpenLineage.OutputDataset}
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
    List<D> datasets = new ArrayList<>();
    for (LogicalPlan node : searchDependencies ? PlanNodes.of(root) : Collections.singletonList(root))
      if (isDefinedAtLogicalPlan(node)) datasets.addAll(apply(event, (P) node));
    return datasets;
  }

  protected List<D> apply(T event, P plan) {
    return apply(plan);
  }

  /**
   * Adapts this builder to a visitor of plan nodes.
   *
   * @param event the event that the visitor passes to this builder
   */
  public <L extends LogicalPlan> QueryPlanVisitor<L, D> asQueryPlanVisitor(T event) {
    return new DatasetBuilderVisitor<>(this, event);
  }

  /** Combines visitors and builders: the first one that is defined at a node provides the datasets. */
  protected PartialFunction<LogicalPlan, Collection<D>> delegate(
      Collection<PartialFunction<LogicalPlan, List<D>>> visitors,
      Collection<? extends PartialFunction<Object, Collection<D>>> builders,
      T event) {
    return new Delegation<>(visitors, builders, event, this);
  }

  protected boolean isQueryPlanRoot(LogicalPlan plan) {
    return context.hasOptimizedPlan() && context.getOptimizedPlan() == plan;
  }

  /** Whether the node is of type {@code P}. */
  protected boolean isDefinedAtLogicalPlan(LogicalPlan plan) {
    return TypeArguments.accepts(getClass(), plan);
  }

  /** Accepts every Spark event. */
  @Override
  public boolean isDefinedAt(T event) {
    return event instanceof SparkListenerEvent;
  }
}
