package io.headwater.shell.extensions.python.peers

import java.io.File
import java.nio.charset.StandardCharsets.UTF_8

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

import io.headwater.shell.config.PythonConfig
import io.headwater.shell.json.Json

/** How the process `python -m headwater.host` is started, and what it reads first. */
private[shell] object HostProcess {

  /** The process, with the import paths of the driver. Libraries for matrices get one thread, if the driver's environment
    * gives them no number: they reserve memory for each of their threads, so on many cores numpy alone would exceed the
    * limit, and they would take the cores of the driver.
    */
  def builder(interpreter: String, pythonPath: Vector[String]): ProcessBuilder = {
    val builder = new ProcessBuilder(interpreter, "-u", "-m", "headwater.host")
    val env = builder.environment
    env.keySet.removeIf(_.startsWith("PYSPARK_GATEWAY"))
    env.putIfAbsent("OPENBLAS_NUM_THREADS", "1")
    env.putIfAbsent("OMP_NUM_THREADS", "1")
    env.putIfAbsent("MKL_NUM_THREADS", "1")
    val inherited = Option(env.get("PYTHONPATH")).filter(_.nonEmpty)
    if (pythonPath.nonEmpty)
      env.put("PYTHONPATH", (pythonPath ++ inherited).mkString(File.pathSeparator))
    builder
  }

  /** Which extensions it loads, and with which options. */
  def settings(config: PythonConfig): ObjectNode = {
    val line =
      Json.obj().put("discover", config.discover).put("maxMemoryMegabytes", config.maxMemoryMegabytes)
    line.set[JsonNode]("extensions", Json.strings(config.extensions))
    line.set[JsonNode]("disabled", Json.strings(config.disabled))
    val options = line.putObject("options")
    config.options.foreach { case (name, text) => options.put(name, text) }
    line
  }

  /** Writes the first line of its standard input. */
  def send(process: Process, settings: ObjectNode): Unit = {
    process.getOutputStream.write(s"$settings\n".getBytes(UTF_8))
    process.getOutputStream.flush()
  }
}
