package io.headwater.shell.environment;

import org.apache.spark.util.ShutdownHookManager$;

/** Access to Spark's shutdown hooks. The class is {@code private[spark]}, which exists in Scala only. */
final class JvmShutdown {
  private JvmShutdown() {}

  /** Whether the JVM shuts down. Spark then stops the contexts that the program has not stopped. */
  static boolean isInProgress() {
    return ShutdownHookManager$.MODULE$.inShutdown();
  }
}
