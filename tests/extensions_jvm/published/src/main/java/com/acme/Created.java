package com.acme;

import io.openlineage.spark.api.OpenLineageContext;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** How often each method of the factory was called, by run. */
final class Created {
  private final Map<UUID, Map<String, Integer>> calls = new ConcurrentHashMap<>();

  void add(OpenLineageContext context, String method) {
    calls.computeIfAbsent(context.getRunUuid(), id -> new TreeMap<>()).merge(method, 1, Integer::sum);
  }

  /** As {@code columnVisitors=1, datasetFacets=1}. */
  String of(OpenLineageContext context) {
    return calls.get(context.getRunUuid()).toString().replaceAll("[{}]", "");
  }
}
