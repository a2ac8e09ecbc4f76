package io.headwater.shell.extensions.python.peers

import java.io.File
import java.net.URI
import java.util.Locale

import scala.util.Try

import org.apache.spark.SparkConf

import io.headwater.redaction.Redactor
import io.headwater.shell.config.PythonConfig

/** The Python interpreter of the agent's host, and the import paths that it gets. */
object PythonInterpreter {

  def host(config: PythonConfig, conf: SparkConf, bridge: Bridge, redactor: Redactor): PythonHost =
    new PythonHost(
      config,
      interpreter(config, conf.getOption, sys.env.get),
      pythonPath(conf.get("spark.submit.pyFiles", "")),
      bridge,
      redactor
    )

  /** The agent's own setting first, then in the order of PySpark for the interpreter of a driver. A program such as
    * `jupyter`, with which a driver may be started, is no interpreter. On Windows, Python's installer makes no `python3`.
    */
  def interpreter(
      config: PythonConfig,
      conf: String => Option[String],
      env: String => Option[String],
      system: String = System.getProperty("os.name", "")
  ): String =
    config.interpreter
      .orElse(conf("spark.pyspark.driver.python").filterNot(isFrontEnd))
      .orElse(conf("spark.pyspark.python"))
      .orElse(env("PYSPARK_DRIVER_PYTHON").filterNot(isFrontEnd))
      .orElse(env("PYSPARK_PYTHON"))
      .getOrElse(if (system.startsWith("Windows")) "python" else "python3")

  private def isFrontEnd(program: String): Boolean = {
    val name = new File(program.trim).getName.toLowerCase(Locale.ROOT)
    frontEnds.exists(name.startsWith(_))
  }

  private val frontEnds = Vector("jupyter", "ipython")

  /** The existing files of `--py-files`: a folder or an archive itself, for a module its folder. */
  private[shell] def pythonPath(files: String): Vector[String] =
    for {
      name <- files.split(',').toVector.map(_.trim)
      if name.nonEmpty
      file = fileOf(name)
      if file.exists
    } yield if (file.getName.endsWith(".py")) file.getParent else file.getPath

  /** The file of a path or of a `file:` URI, whose path is `/C:/…` on Windows. */
  private def fileOf(name: String): File =
    if (name.startsWith("file:"))
      new File(Try(new URI(name).getPath).toOption.filter(_ != null).getOrElse(name.stripPrefix("file:")))
    else new File(name)
}
