package io.headwater.shell.environment;

import java.util.Map;

/**
 * The signal that has begun the shutdown of the JVM. Spark stops the context in a shutdown hook then, with exit code 0, as it
 * does for a program that ends without {@code stop()}. It is Java because a class of Java is small.
 */
final class ShutdownSignal {
  private ShutdownSignal() {}

  /** The exit code that the signal gives to the process; 0 if no signal has begun the shutdown, and for a server. */
  static int exitCode() {
    if (isServer(System.getProperty("sun.java.command", ""))) return 0;
    return exitCode(Thread.getAllStackTraces());
  }

  /** The same, by the stacks of all threads. */
  static int exitCode(Map<Thread, StackTraceElement[]> stacks) {
    int late = 0; // of a signal whose thread has not begun the shutdown
    boolean pythonEnded = false;
    for (Map.Entry<Thread, StackTraceElement[]> thread : stacks.entrySet()) {
      int number = number(thread.getKey().getName());
      boolean hasBegun = waitsForHooks(thread.getValue());
      if (number > 0 && hasBegun) return 128 + number;
      if (number > 0) late = 128 + number;
      if (hasBegun && isOfPython(thread.getValue())) pythonEnded = true;
    }
    return pythonEnded ? late : 0;
  }

  /**
   * Whether the JVM ends because its Python process has ended. A signal to both, as the whole group of processes gets it, may end
   * Python first; its thread waits then.
   */
  static boolean isOfPython(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith("org.apache.spark.api.python.PythonGatewayServer")) return true;
    }
    return false;
  }

  /** Spark's scripts stop its servers by SIGTERM ({@code stop-thriftserver.sh}), so that this is their regular end. */
  private static boolean isServer(String command) {
    return command.contains("hive.thriftserver.HiveThriftServer2")
        || command.contains("connect.service.SparkConnectServer");
  }

  /** The number of the signal whose handler runs on the thread of this name: the JVM names the thread after it. */
  static int number(String thread) {
    switch (thread) {
      case "SIGHUP handler":
        return 1;
      case "SIGINT handler":
        return 2;
      case "SIGTERM handler":
        return 15;
      default:
        return 0;
    }
  }

  /**
   * Whether the thread has begun the shutdown: it waits for the hooks then. A signal that comes during a shutdown has a thread,
   * too, which waits for the shutdown as a whole.
   */
  static boolean waitsForHooks(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals("java.lang.ApplicationShutdownHooks")) return true;
    }
    return false;
  }
}
