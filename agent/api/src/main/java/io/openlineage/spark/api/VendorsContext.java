package io.openlineage.spark.api;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where vendors keep what lives as long as the application. */
public class VendorsContext {
  private final Map<String, Object> held = new ConcurrentHashMap<>();

  public void register(String key, Object value) {
    held.put(key, value);
  }

  public Optional<Object> fromVendorsContext(String key) {
    return Optional.ofNullable(held.get(key));
  }

  public boolean contains(String key) {
    return held.containsKey(key);
  }
}
