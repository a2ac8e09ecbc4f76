package io.headwater.shell.environment;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;

/** The context that runs; private to Spark for Scala alone. */
public final class Contexts {
  private Contexts() {}

  /** Null where none does. */
  public static SparkContext active() {
    scala.Option<SparkContext> context = SparkContext$.MODULE$.getActive();
    return context.isEmpty() ? null : context.get();
  }
}
