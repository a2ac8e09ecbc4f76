package io.headwater.shell.environment;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;

/** Access to the running context. The method is {@code private[spark]}, which exists in Scala only. */
public final class Contexts {
  private Contexts() {}

  /** The active context, or null. */
  public static SparkContext active() {
    scala.Option<SparkContext> context = SparkContext$.MODULE$.getActive();
    return context.isEmpty() ? null : context.get();
  }
}
