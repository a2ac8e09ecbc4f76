package io.headwater.shell.capture;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;

import io.headwater.shell.environment.Contexts;

/** Spark's listener bus; private to Spark for Scala alone. */
public final class Bus {
  private Bus() {}

  /** Waits until listeners have been told all there is; whether that was so in time. */
  public static boolean emptied(long millis) {
    SparkContext context = Contexts.active();
    if (context == null) return true;
    try {
      context.listenerBus().waitUntilEmpty(millis);
      return true;
    } catch (TimeoutException late) {
      return false;
    }
  }
}
