package io.headwater.shell.environment;

import org.apache.spark.util.ShutdownHookManager$;

/** Whether the JVM is on its way out: Spark then stops contexts that nobody has stopped. Private to Spark for Scala. */
final class JvmShutdown {
  private JvmShutdown() {}

  static boolean now() {
    return ShutdownHookManager$.MODULE$.inShutdown();
  }
}
