package io.headwater.shell.config

import java.time.Duration

/** What the configuration says of extensions in Python (`spark.openlineage.python.*`). */
final case class PythonConfig(
    extensions: Vector[String] = Vector.empty,
    discover: Boolean = false,
    disabled: Vector[String] = Vector.empty,
    interpreter: Option[String] = None,
    timeout: Duration = Duration.ofSeconds(2),
    startTimeout: Duration = Duration.ofSeconds(10),
    maxAnswerBytes: Int = 1 << 20,
    maxMemoryMegabytes: Long = 1024
) {

  /** Whether a process of the agent's own has to run. */
  def needsHost: Boolean = discover || extensions.nonEmpty
}
