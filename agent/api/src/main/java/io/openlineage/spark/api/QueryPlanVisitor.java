package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage;
import java.util.List;
import java.util.Optional;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SessionState;
import scala.runtime.AbstractPartialFunction;

/**
 * Finds datasets at plan nodes. By default it is defined at nodes of type {@code T}.
 *
 * @param <D> {@link OpenLineage.InputDataset} or {@link OpenLineage.OutputDataset}
 */
public abstract class QueryPlanVisitor<T extends LogicalPlan, D extends OpenLineage.Dataset>
    extends AbstractPartialFunction<LogicalPlan, List<D>> implements JobNameSuffixProvider<T> {
  protected final OpenLineageContext context;

  protected QueryPlanVisitor(OpenLineageContext context) {
    this.context = context;
  }

  protected DatasetFactory<OpenLineage.OutputDataset> outputDataset() {
    return DatasetFactory.output(context);
  }

  protected DatasetFactory<OpenLineage.InputDataset> inputDataset() {
    return DatasetFactory.input(context);
  }

  /** The table in the catalog of the session; empty if there is no such table, or no session. */
  protected Optional<CatalogTable> catalogTableFor(TableIdentifier table) {
    return context.getSparkSession().flatMap(session -> find(session, table));
  }

  private static Optional<CatalogTable> find(SparkSession session, TableIdentifier table) {
    try {
      // by reflection, because Spark 4 declares the method in another class
      SessionState state = (SessionState) session.getClass().getMethod("sessionState").invoke(session);
      return Optional.of(state.catalog().getTableMetadata(table));
    } catch (Exception notFound) {
      return Optional.empty();
    }
  }

  public String internalClassName() {
    return getClass().getCanonicalName();
  }

  @Override
  public boolean isDefinedAt(LogicalPlan x) {
    return TypeArguments.accepts(getClass(), x);
  }

  public boolean isDefinedAt(SparkListenerEvent event) {
    return true;
  }

  /** The suffix for the root node of the query. */
  @Override
  @SuppressWarnings("unchecked")
  public Optional<String> jobNameSuffix(OpenLineageContext context) {
    return context.getOptimizedPlanOptional().filter(this::isDefinedAt).flatMap(p -> jobNameSuffix((T) p));
  }

  @Override
  public String toString() {
    return getClass().getName();
  }
}
