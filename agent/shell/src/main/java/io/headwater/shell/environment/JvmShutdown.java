package io.headwater.shell.environment;

import org.apache.spark.util.ShutdownHookManager$;
import scala.Function0;
import scala.runtime.BoxedUnit;

/** Access to Spark's shutdown hooks. The class is {@code private[spark]}, which exists in Scala only. */
public final class JvmShutdown {
  private JvmShutdown() {}

  /**
   * Registers a hook that runs after Spark's own one, which stops the context.
   *
   * @return what removes the hook
   */
  @SuppressWarnings("unchecked")
  public static Object afterContext(Function0<?> hook) {
    ShutdownHookManager$ hooks = ShutdownHookManager$.MODULE$;
    int priority = hooks.SPARK_CONTEXT_SHUTDOWN_PRIORITY() - 5;
    return hooks.addShutdownHook(priority, (Function0<BoxedUnit>) hook);
  }

  /** Removes a hook. The JVM may shut down meanwhile. */
  public static void remove(Object hook) {
    ShutdownHookManager$.MODULE$.removeShutdownHook(hook);
  }

  /** Whether the JVM shuts down. Spark then stops the contexts that the program has not stopped. */
  static boolean isInProgress() {
    return ShutdownHookManager$.MODULE$.inShutdown();
  }
}
