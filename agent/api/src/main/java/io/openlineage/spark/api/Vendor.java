package io.openlineage.spark.api;

import io.openlineage.spark.agent.lifecycle.VisitorFactory;
import java.util.Optional;

/** What a library brings beside its own classes: visitors and factories, where it is there. */
public interface Vendor {
  boolean isVendorAvailable();

  default Optional<VisitorFactory> getVisitorFactory() {
    return Optional.empty();
  }

  default Optional<OpenLineageEventHandlerFactory> getEventHandlerFactory() {
    return Optional.empty();
  }
}
