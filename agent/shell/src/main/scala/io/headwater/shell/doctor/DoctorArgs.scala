package io.headwater.shell.doctor

import java.io.{File, InputStreamReader, Reader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}
import java.util.Properties

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.shell.json.Json

/** The arguments of the doctor.
  *
  * @param conf
  *   Spark's configuration as `spark-submit` builds it
  * @param sourceOf
  *   returns the source of a key of `conf`
  * @param send
  *   whether the events of a run and of the application are sent
  * @param classPath
  *   the class path of a driver before the jars of the configuration
  */
final case class DoctorArgs(
    conf: Map[String, String],
    sourceOf: String => String,
    env: Map[String, String],
    send: Boolean,
    classPath: Vector[String] = Vector.empty
)

object DoctorArgs {

  def of(request: JsonNode): DoctorArgs = {
    val conf = Json.fields(request.path("conf")).map { case (key, value) => key -> value.asText }.toMap
    val file = Json.option(request, "properties")
    DoctorArgs(
      file.fold(Map.empty[String, String])(properties) ++ conf,
      key => if (conf.contains(key)) s"--conf $key" else file.getOrElse("Spark's configuration"),
      sys.env,
      request.path("send").asBoolean,
      System.getProperty("java.class.path", "").split(File.pathSeparatorChar).toVector
    )
  }

  /** Reads the file in the way of Spark. */
  private def properties(path: String): Map[String, String] = {
    val all = new Properties
    val in: Reader = new InputStreamReader(Files.newInputStream(Paths.get(path)), UTF_8)
    try all.load(in)
    finally in.close()
    val out = Map.newBuilder[String, String]
    all.forEach { (k, v) => out += k.toString -> v.toString.trim; () }
    out.result()
  }
}
