package com.acme.broken;

import io.openlineage.spark.api.OpenLineageEventHandlerFactory;

/** Can't be made by {@code ServiceLoader}. */
public class NoConstructor implements OpenLineageEventHandlerFactory {
  public NoConstructor(String unknown) {
    throw new IllegalStateException(unknown);
  }
}
