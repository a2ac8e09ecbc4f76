package io.openlineage.spark.agent.lifecycle;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.spark.api.OpenLineageContext;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;

/** Creates the visitors of one vendor. */
public interface VisitorFactory {
  List<PartialFunction<LogicalPlan, List<InputDataset>>> getInputVisitors(OpenLineageContext context);

  List<PartialFunction<LogicalPlan, List<OutputDataset>>> getOutputVisitors(OpenLineageContext context);

  /** Whether the context class loader of the calling thread can load a class. */
  static boolean classPresent(String className) {
    return ContextClassLoading.canLoad(className);
  }
}
