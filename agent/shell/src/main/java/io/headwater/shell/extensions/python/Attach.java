package io.headwater.shell.extensions.python;

/**
 * The entry point of {@code headwater.register(spark, ...)}. Python calls it over PySpark's own authenticated gateway, as
 * {@code jvm.io.headwater.shell.extensions.python.Attach.open(applicationId)}.
 */
public final class Attach {
  private Attach() {}

  /**
   * @param applicationId {@code SparkContext.applicationId}
   * @return JSON: {@code port} and {@code token} of the agent's gateway, or {@code error} with a message
   */
  public static String open(String applicationId) {
    return RunningApplications.open(applicationId);
  }
}
