package io.openlineage.spark.api;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** The plan nodes that a builder has visited for each type of event. */
public class VisitedNodes {
  private final Map<Class<?>, Set<Integer>> visited = new HashMap<>();

  public void addVisitedNode(SparkListenerEvent event, LogicalPlan node) {
    visited.computeIfAbsent(event.getClass(), c -> new HashSet<>()).add(node.semanticHash());
  }

  public boolean alreadyVisited(SparkListenerEvent event, LogicalPlan node) {
    Set<Integer> nodes = visited.get(event.getClass());
    return nodes != null && nodes.contains(node.semanticHash());
  }

  public void clearVisitedNodes() {
    visited.clear();
  }
}
