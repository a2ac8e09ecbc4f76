package io.headwater.shell.doctor

import java.io.{InputStreamReader, Reader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}
import java.util.Properties

import com.fasterxml.jackson.databind.JsonNode

/** Spark's configuration as `spark-submit` would put it together, and what is to be done with it. */
final case class DoctorArgs(
    conf: Map[String, String],
    named: String => String,
    env: Map[String, String],
    send: Boolean
)

object DoctorArgs {

  def of(request: JsonNode): DoctorArgs = {
    val own = Map.newBuilder[String, String]
    request.path("conf").fields().forEachRemaining { f => own += f.getKey -> f.getValue.asText; () }
    val file = Option(request.path("properties").asText("")).filter(_.nonEmpty)
    val conf = own.result()
    DoctorArgs(
      file.fold(Map.empty[String, String])(properties) ++ conf,
      key => if (conf.contains(key)) s"--conf $key" else file.getOrElse("Spark's configuration"),
      sys.env,
      request.path("send").asBoolean
    )
  }

  /** Read as Spark reads it. */
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
