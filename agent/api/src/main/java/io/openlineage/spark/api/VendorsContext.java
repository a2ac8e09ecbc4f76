package io.openlineage.spark.api;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Objects of vendors with the lifetime of the application. */
public class VendorsContext {
  private final Map<String, Object> objects = new ConcurrentHashMap<>();

  public void register(String key, Object value) {
    objects.put(key, value);
  }

  public Optional<Object> fromVendorsContext(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  public boolean contains(String key) {
    return objects.containsKey(key);
  }
}
