package io.headwater.shell.environment;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import org.apache.spark.scheduler.SparkListenerApplicationStart;

/** Access to the running context. The method is {@code private[spark]}, which exists in Scala only. */
public final class Contexts {
  private Contexts() {}

  /**
   * The active context, or null. Spark's own method takes the lock that {@code SparkContext.getOrCreate} holds while it makes a
   * context, also while it stops one that could not be made and waits for the listener thread.
   */
  public static SparkContext active() {
    try {
      return SparkContext$.MODULE$.org$apache$spark$SparkContext$$activeContext().get();
    } catch (LinkageError e) { // another Spark
      scala.Option<SparkContext> context = SparkContext$.MODULE$.getActive();
      return context.isEmpty() ? null : context.get();
    }
  }

  /** Whether the active context is that of an application; so it is complete. */
  public static boolean isActive(String applicationId) {
    SparkContext context = active();
    return context != null && context.applicationId().equals(applicationId);
  }

  /** The start of the active application, as Spark has posted it to the listeners of that time, or null. */
  public static SparkListenerApplicationStart applicationStart() {
    SparkContext context = active();
    if (context == null) return null;
    return new SparkListenerApplicationStart(
        context.appName(),
        scala.Option.apply(context.applicationId()),
        context.startTime(),
        context.sparkUser(),
        context.applicationAttemptId(),
        scala.Option.empty(),
        scala.Option.empty());
  }
}
