package io.headwater.shell.capture;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;

import io.headwater.shell.environment.Contexts;

/** Access to Spark's listener bus. It is {@code private[spark]}, which exists in Scala only. */
public final class Bus {
  private Bus() {}

  /** Waits until the listeners have received all events. Returns false if this takes longer than {@code millis}. */
  public static boolean waitUntilEmpty(long millis) {
    SparkContext context = Contexts.active();
    if (context == null) return true;
    try {
      context.listenerBus().waitUntilEmpty(millis);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
