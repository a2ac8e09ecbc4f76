package io.openlineage.spark.agent.lifecycle.plan.column;

import io.openlineage.client.utils.TransformationInfo;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.ExprId;

/** The dependencies between attributes. */
final class Dependencies {
  private final Map<ExprId, Set<Input>> inputs;
  private final Map<ExprId, Map<ExprId, Set<TransformationInfo>>> edges = new LinkedHashMap<>();
  private final Map<ExprId, String> descriptions = new HashMap<>();

  Dependencies(Map<ExprId, Set<Input>> inputs) {
    this.inputs = inputs;
  }

  void add(ExprId output, ExprId input, String description, TransformationInfo transformation) {
    if (description != null) descriptions.putIfAbsent(output, description);
    edges.computeIfAbsent(output, e -> new LinkedHashMap<>())
        .computeIfAbsent(input, e -> new LinkedHashSet<>())
        .add(description == null ? transformation : transformation.withDescription(description));
  }

  Optional<String> description(ExprId of) {
    return Optional.ofNullable(descriptions.get(of));
  }

  /** The source columns of an attribute, transitively. Each step is visited once, so that the search ends for cycles. */
  Set<TransformedInput> of(ExprId output) {
    Set<TransformedInput> sources = new LinkedHashSet<>();
    Set<Step> visited = new HashSet<>();
    Deque<Step> pending = new ArrayDeque<>();
    pending.add(new Step(output, TransformationInfo.identity()));
    while (!pending.isEmpty()) {
      Step next = pending.remove();
      if (visited.add(next)) {
        for (Input i : inputs.getOrDefault(next.at, Collections.emptySet()))
          sources.add(new TransformedInput(i, next.as));
        edges.getOrDefault(next.at, Collections.emptyMap())
            .forEach((from, all) -> all.forEach(info -> pending.add(new Step(from, next.as.merge(info)))));
      }
    }
    return sources;
  }

  @Override
  public String toString() {
    return "dependencies: " + edges;
  }

  private static final class Step {
    private final ExprId at;
    private final TransformationInfo as;

    Step(ExprId at, TransformationInfo as) {
      this.at = at;
      this.as = as;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Step && ((Step) other).at.equals(at) && ((Step) other).as.equals(as);
    }

    @Override
    public int hashCode() {
      return 31 * at.hashCode() + as.hashCode();
    }
  }
}
