package io.openlineage.spark.agent.lifecycle;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.spark.agent.lifecycle.plan.catalog.CatalogHandler;
import io.openlineage.spark.agent.lifecycle.plan.catalog.RelationHandler;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import io.openlineage.spark.api.OpenLineageContext;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import scala.PartialFunction;

/** Creates the builders of the agent, for extensions that delegate to them. */
public interface DatasetBuilderFactory {
  DatasetBuilderFactory EMPTY =
      new DatasetBuilderFactory() {
        @Override
        public Collection<PartialFunction<Object, List<InputDataset>>> getInputBuilders(OpenLineageContext context) {
          return Collections.emptyList();
        }

        @Override
        public Collection<PartialFunction<Object, List<OutputDataset>>> getOutputBuilders(OpenLineageContext context) {
          return Collections.emptyList();
        }
      };

  Collection<PartialFunction<Object, List<InputDataset>>> getInputBuilders(OpenLineageContext context);

  Collection<PartialFunction<Object, List<OutputDataset>>> getOutputBuilders(OpenLineageContext context);

  default Collection<ColumnLevelLineageVisitor> getColumnLevelLineageVisitors(OpenLineageContext context) {
    return Collections.emptyList();
  }

  /** This agent has none: its rules read catalogs directly. */
  default List<CatalogHandler> getCatalogHandlers(OpenLineageContext context) {
    return Collections.emptyList();
  }

  default List<RelationHandler> getRelationHandlers(OpenLineageContext context) {
    return Collections.emptyList();
  }
}
