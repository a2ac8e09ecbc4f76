package io.headwater.shell.environment;

/**
 * Whether {@code spark-submit} ends the JVM because the program has failed. It does so for a Python program whose exit code is
 * not 0. Spark stops the context in a shutdown hook then, with exit code 0. It is Java because a class of Java is small.
 */
final class SubmitFailure {
  private SubmitFailure() {}

  static boolean isInProgress() {
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      if (ShutdownSignal.waitsForHooks(stack) && exitsFromSubmit(stack)) return true;
    }
    return false;
  }

  /** Whether Spark's code for errors of a command line has called {@code System.exit}. */
  static boolean exitsFromSubmit(StackTraceElement[] stack) {
    for (int i = 0; i < stack.length - 1; i++) {
      if (stack[i].getClassName().equals("java.lang.System") && stack[i].getMethodName().equals("exit")) {
        return stack[i + 1].getClassName().startsWith("org.apache.spark.util.CommandLine");
      }
    }
    return false;
  }
}
