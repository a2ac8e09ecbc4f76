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

/** Which attributes are made of which. */
final class Dependencies {
  private final Map<ExprId, Set<Input>> inputs;
  private final Map<ExprId, Map<ExprId, Set<TransformationInfo>>> made = new LinkedHashMap<>();
  private final Map<ExprId, String> descriptions = new HashMap<>();

  Dependencies(Map<ExprId, Set<Input>> inputs) {
    this.inputs = inputs;
  }

  void add(ExprId output, ExprId input, String description, TransformationInfo transformation) {
    if (description != null) descriptions.putIfAbsent(output, description);
    made.computeIfAbsent(output, e -> new LinkedHashMap<>())
        .computeIfAbsent(input, e -> new LinkedHashSet<>())
        .add(description == null ? transformation : transformation.withDescription(description));
  }

  Optional<String> description(ExprId of) {
    return Optional.ofNullable(descriptions.get(of));
  }

  /** The columns that an attribute comes from in the end; each step is taken once, so that a circle ends. */
  Set<TransformedInput> of(ExprId output) {
    Set<TransformedInput> found = new LinkedHashSet<>();
    Set<Step> met = new HashSet<>();
    Deque<Step> open = new ArrayDeque<>();
    open.add(new Step(output, TransformationInfo.identity()));
    while (!open.isEmpty()) {
      Step next = open.remove();
      if (met.add(next)) {
        for (Input i : inputs.getOrDefault(next.at, Collections.emptySet()))
          found.add(new TransformedInput(i, next.as));
        made.getOrDefault(next.at, Collections.emptyMap())
            .forEach((from, all) -> all.forEach(info -> open.add(new Step(from, next.as.merge(info)))));
      }
    }
    return found;
  }

  @Override
  public String toString() {
    return "dependencies: " + made;
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
