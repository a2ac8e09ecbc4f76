package io.openlineage.spark.api;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** The nodes of a plan, the root first. */
final class PlanNodes {
  private PlanNodes() {}

  static List<LogicalPlan> of(LogicalPlan root) {
    List<LogicalPlan> all = new ArrayList<>();
    all.add(root);
    for (int i = 0; i < all.size(); i++) {
      scala.collection.Iterator<LogicalPlan> children = all.get(i).children().iterator();
      while (children.hasNext()) all.add(children.next());
    }
    return all;
  }
}
