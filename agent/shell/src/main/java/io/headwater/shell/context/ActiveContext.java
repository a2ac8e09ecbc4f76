package io.headwater.shell.context;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import scala.Option;

/** The process's Spark context. Private to Spark for Scala alone; the same from 3.5 to 4.3. */
final class ActiveContext {
  private ActiveContext() {}

  /** The address of Spark's UI; none before the context is whole, and where there is no UI. */
  static Option<String> uiWebUrl() {
    Option<SparkContext> context = SparkContext$.MODULE$.getActive();
    return context.isEmpty() ? Option.empty() : context.get().uiWebUrl();
  }
}
