package io.openlineage.spark.api;

/** Whether inputs and outputs of a run were detected. */
public class OpenLineageRunStatus {
  private boolean detectedInputs;
  private boolean detectedOutputs;

  public void capturedInputs(int inputs) {
    detectedInputs |= inputs > 0;
  }

  public void capturedOutputs(int outputs) {
    detectedOutputs |= outputs > 0;
  }

  public boolean isDetectedInputs() {
    return detectedInputs;
  }

  public boolean isDetectedOutputs() {
    return detectedOutputs;
  }

  public void setDetectedInputs(boolean detectedInputs) {
    this.detectedInputs = detectedInputs;
  }

  public void setDetectedOutputs(boolean detectedOutputs) {
    this.detectedOutputs = detectedOutputs;
  }
}
