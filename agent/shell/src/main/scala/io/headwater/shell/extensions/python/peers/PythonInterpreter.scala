package io.headwater.shell.extensions.python.peers

import java.io.File

import org.apache.spark.SparkConf

import io.headwater.redaction.Redactor
import io.headwater.shell.config.PythonConfig

/** Which interpreter runs the agent's host, and what it can import beside its own packages. */
object PythonInterpreter {

  def of(config: PythonConfig, conf: SparkConf, bridge: Bridge, redactor: Redactor): PythonHost =
    new PythonHost(
      config,
      interpreter(config, conf.getOption, sys.env.get),
      pythonPath(conf),
      bridge,
      redactor
    )

  /** The order is PySpark's own for a driver's interpreter. */
  def interpreter(
      config: PythonConfig,
      conf: String => Option[String],
      env: String => Option[String]
  ): String =
    config.interpreter
      .orElse(conf("spark.pyspark.driver.python"))
      .orElse(conf("spark.pyspark.python"))
      .orElse(env("PYSPARK_DRIVER_PYTHON"))
      .orElse(env("PYSPARK_PYTHON"))
      .getOrElse("python3")

  /** What `--py-files` names and is here: a folder or archive itself, a module's folder. */
  private def pythonPath(conf: SparkConf): Vector[String] =
    for {
      file <- conf.get("spark.submit.pyFiles", "").split(',').toVector.map(_.trim.stripPrefix("file:"))
      if file.nonEmpty && new File(file).exists
    } yield if (file.endsWith(".py")) new File(file).getParent else file
}
