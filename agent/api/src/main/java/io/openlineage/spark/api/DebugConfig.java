package io.openlineage.spark.api;

/** The settings of the debug facet. */
public class DebugConfig {
  public static String ANY_MISSING = "any-missing";
  public static String OUTPUT_MISSING = "output-missing";

  private boolean smartEnabled;
  private String mode = ANY_MISSING;
  private boolean metricsDisabled;
  private Integer payloadSizeLimitInKilobytes;
  private boolean logPlanAsJson;

  public DebugConfig() {}

  public DebugConfig(
      boolean smartEnabled,
      String mode,
      boolean metricsDisabled,
      Integer payloadSizeLimitInKilobytes,
      boolean logPlanAsJson) {
    this.smartEnabled = smartEnabled;
    this.mode = mode;
    this.metricsDisabled = metricsDisabled;
    this.payloadSizeLimitInKilobytes = payloadSizeLimitInKilobytes;
    this.logPlanAsJson = logPlanAsJson;
  }

  /** Whether outputs are missing, or, depending on the mode, inputs or outputs. */
  public boolean isSmartDebugActive(boolean inputsDetected, boolean outputsDetected) {
    boolean missing = OUTPUT_MISSING.equalsIgnoreCase(mode) ? !outputsDetected : !inputsDetected || !outputsDetected;
    return smartEnabled && missing;
  }

  public boolean isSmartEnabled() {
    return smartEnabled;
  }

  public void setSmartEnabled(boolean smartEnabled) {
    this.smartEnabled = smartEnabled;
  }

  public String getMode() {
    return mode;
  }

  public void setMode(String mode) {
    this.mode = mode;
  }

  public boolean isMetricsDisabled() {
    return metricsDisabled;
  }

  public void setMetricsDisabled(boolean metricsDisabled) {
    this.metricsDisabled = metricsDisabled;
  }

  public Integer getPayloadSizeLimitInKilobytes() {
    return payloadSizeLimitInKilobytes;
  }

  public void setPayloadSizeLimitInKilobytes(Integer payloadSizeLimitInKilobytes) {
    this.payloadSizeLimitInKilobytes = payloadSizeLimitInKilobytes;
  }

  public boolean isLogPlanAsJson() {
    return logPlanAsJson;
  }

  public void setLogPlanAsJson(boolean logPlanAsJson) {
    this.logPlanAsJson = logPlanAsJson;
  }
}
