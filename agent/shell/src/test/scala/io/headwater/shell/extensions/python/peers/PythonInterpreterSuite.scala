package io.headwater.shell.extensions.python.peers

import java.nio.file.{Files, Path}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.config.PythonConfig

class PythonInterpreterSuite extends AnyFunSuite {
  private val config = PythonConfig()

  private def interpreter(
      config: PythonConfig = config,
      conf: Map[String, String] = Map.empty,
      env: Map[String, String] = Map.empty,
      system: String = "Linux"
  ): String = PythonInterpreter.interpreter(config, conf.get, env.get, system)

  test("the agent's setting comes first, then those of PySpark, then the name of the system's Python") {
    val conf = Map("spark.pyspark.python" -> "p2", "spark.pyspark.driver.python" -> "p1")
    val env = Map("PYSPARK_PYTHON" -> "e2", "PYSPARK_DRIVER_PYTHON" -> "e1")
    assert(interpreter(config.copy(interpreter = Some("own")), conf, env) == "own")
    assert(interpreter(conf = conf, env = env) == "p1")
    assert(interpreter(conf = conf - "spark.pyspark.driver.python", env = env) == "p2")
    assert(interpreter(env = env) == "e1")
    assert(interpreter(env = env - "PYSPARK_DRIVER_PYTHON") == "e2")
    assert(interpreter() == "python3")
    assert(interpreter(system = "Mac OS X") == "python3")
    assert(interpreter(system = "Windows Server 2022") == "python")
  }

  test("a notebook that starts the driver is no interpreter") {
    for (program <- Vector("jupyter", "/opt/conda/bin/ipython3", "jupyter-lab")) {
      val env = Map("PYSPARK_PYTHON" -> "e2", "PYSPARK_DRIVER_PYTHON" -> program)
      assert(interpreter(env = env) == "e2")
      assert(interpreter(env = env - "PYSPARK_PYTHON") == "python3")
      assert(interpreter(conf = Map("spark.pyspark.driver.python" -> program), env = env) == "e2")
    }
  }

  test("modules and archives of --py-files are found by paths and URIs") {
    val folder = Files.createTempDirectory("py files")
    val module = Files.createFile(folder.resolve("acme.py"))
    val archive = Files.createFile(folder.resolve("acme.zip"))
    def paths(names: String*): Vector[String] = PythonInterpreter.pythonPath(names.mkString(","))
    def text(path: Path): String = path.toString
    assert(paths(text(module), text(archive)) == Vector(text(folder), text(archive)))
    assert(paths(module.toUri.toString, archive.toUri.toString) == Vector(text(folder), text(archive)))
    assert(paths(s"file:$archive", s"file://$archive") == Vector(text(archive), text(archive)))
    assert(paths("", "file:/nowhere/x.py", "https://host/x.py", "hdfs://nn/x.py", "file:x.py").isEmpty)
  }
}
