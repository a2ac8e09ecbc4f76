package io.openlineage.spark.agent.lifecycle;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.spark.api.OpenLineageContext;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.PartialFunction;

/** Makes the visitors of one vendor. */
public interface VisitorFactory {
  List<PartialFunction<LogicalPlan, List<InputDataset>>> getInputVisitors(OpenLineageContext context);

  List<PartialFunction<LogicalPlan, List<OutputDataset>>> getOutputVisitors(OpenLineageContext context);

  /** Whether a class can be loaded where the calling thread loads its own. */
  static boolean classPresent(String className) {
    try {
      Thread.currentThread().getContextClassLoader().loadClass(className);
      return true;
    } catch (Exception | LinkageError absent) {
      return false;
    }
  }
}
