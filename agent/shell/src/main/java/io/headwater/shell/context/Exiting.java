package io.headwater.shell.context;

import org.apache.spark.util.ShutdownHookManager$;

/** Whether the JVM is on its way out: Spark then stops contexts that nobody has stopped. Private to Spark for Scala. */
final class Exiting {
  private Exiting() {}

  static boolean now() {
    return ShutdownHookManager$.MODULE$.inShutdown();
  }
}
