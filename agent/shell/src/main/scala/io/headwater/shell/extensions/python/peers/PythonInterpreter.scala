package io.headwater.shell.extensions.python.peers

import java.io.File

import org.apache.spark.SparkConf

import io.headwater.redaction.Redactor
import io.headwater.shell.config.PythonConfig

/** The Python interpreter of the agent's host, and the import paths that it gets. */
object PythonInterpreter {

  def host(config: PythonConfig, conf: SparkConf, bridge: Bridge, redactor: Redactor): PythonHost =
    new PythonHost(
      config,
      interpreter(config, conf.getOption, sys.env.get),
      pythonPath(conf),
      bridge,
      redactor
    )

  /** The agent's own setting first, then in the order of PySpark for the interpreter of a driver. */
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

  /** The existing files of `--py-files`: a folder or an archive itself, for a module its folder. */
  private def pythonPath(conf: SparkConf): Vector[String] =
    for {
      file <- conf.get("spark.submit.pyFiles", "").split(',').toVector.map(_.trim.stripPrefix("file:"))
      if file.nonEmpty && new File(file).exists
    } yield if (file.endsWith(".py")) new File(file).getParent else file
}
