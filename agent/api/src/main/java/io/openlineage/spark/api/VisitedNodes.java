package io.openlineage.spark.api;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Which plan nodes a builder has seen for an event. */
public class VisitedNodes {
  private final Map<Class<?>, Set<Integer>> seen = new HashMap<>();

  public void addVisitedNode(SparkListenerEvent event, LogicalPlan node) {
    seen.computeIfAbsent(event.getClass(), c -> new HashSet<>()).add(node.semanticHash());
  }

  public boolean alreadyVisited(SparkListenerEvent event, LogicalPlan node) {
    Set<Integer> nodes = seen.get(event.getClass());
    return nodes != null && nodes.contains(node.semanticHash());
  }

  public void clearVisitedNodes() {
    seen.clear();
  }
}
