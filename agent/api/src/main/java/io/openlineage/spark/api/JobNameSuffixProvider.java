package io.openlineage.spark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Provides the last part of the job name: the name of the output. */
public interface JobNameSuffixProvider<P extends LogicalPlan> {
  String SUFFIX_DELIMITER = "_";

  Optional<String> jobNameSuffix(OpenLineageContext context);

  default Optional<String> jobNameSuffix(P plan) {
    return Optional.empty();
  }

  default String tableIdentifierToSuffix(TableIdentifier table) {
    List<String> parts = new ArrayList<>();
    if (table.database().isDefined()) parts.add(table.database().get());
    parts.add(table.table());
    return String.join(SUFFIX_DELIMITER, parts);
  }

  /** The last two folders of a path. */
  default String trimPath(OpenLineageContext context, String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/")) if (!part.isEmpty()) parts.add(part);
    return String.join(SUFFIX_DELIMITER, parts.subList(Math.max(0, parts.size() - 2), parts.size()));
  }
}
