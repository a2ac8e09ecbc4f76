package io.headwater.shell.environment

import java.net.{HttpURLConnection, URI}
import java.time.Duration

import scala.io.Source
import scala.util.Try

import org.apache.spark.SparkConf

import io.headwater.model.Dataproc
import io.headwater.util.Deadline

/** What Dataproc is, told by its environment, Spark's settings and Google's metadata server. That is asked once for an
  * application, and nowhere else than on Dataproc; what it does not answer is left out.
  */
private[shell] final class DataprocEnvironment(conf: SparkConf, env: Map[String, String]) {
  import DataprocEnvironment._

  /** None elsewhere. Waits so long at most. */
  def read(): Option[Dataproc] =
    if (!env.getOrElse("SPARK_DIST_CLASSPATH", "").contains(library)) None
    else Deadline.within("headwater-dataproc", patience)(described).toOption

  private def described: Dataproc = {
    val project = asked("project/project-id").map(_.split('/').last)
    val region = asked(s"$attributes-region").getOrElse("")
    val (entries, origin) = resource
    Dataproc(entries ++ named("projectId" -> project), s"projects/${project.getOrElse("")}/${origin(region)}")
  }

  /** The entries of the facet, and the end of the resource's name in a region. */
  private def resource: (Vector[(String, String)], String => String) =
    if (conf.get("spark.master", "") == "yarn") cluster
    else
      serverless("batch", "batches").orElse(serverless("session", "sessions"))
        .getOrElse((Vector.empty, region => s"regions/$region/unknown/"))

  private def cluster: (Vector[(String, String)], String => String) = {
    val host =
      conf.get("spark.driver.host", "").takeWhile(_ != '.') // of the cluster's main machine: `NAME-m`
    val name = Some(host.take(host.lastIndexOf('-'))).filter(_.nonEmpty)
    val entries = named(
      "clusterName" -> name,
      "clusterUuid" -> asked(s"$attributes-cluster-uuid"),
      "jobId" -> tag("dataproc_job_"),
      "jobUuid" -> tag("dataproc_uuid_")
    )
    (entries :+ ("jobType" -> "dataproc_job"), region => s"regions/$region/clusters/${name.getOrElse("")}")
  }

  private def serverless(kind: String, many: String): Option[(Vector[(String, String)], String => String)] =
    asked(s"$attributes-$kind-id").map { id =>
      val entries = named(s"${kind}Id" -> Some(id), s"${kind}Uuid" -> asked(s"$attributes-$kind-uuid"))
      (entries :+ ("jobType" -> kind), region => s"locations/$region/$many/$id")
    }

  private def tag(prefix: String): Option[String] =
    conf.get(
      "spark.yarn.tags",
      ""
    ).split(',').map(_.trim).find(_.startsWith(prefix)).map(_.stripPrefix(prefix))

  private def named(entries: (String, Option[String])*): Vector[(String, String)] =
    entries.toVector.collect { case (name, Some(value)) => name -> value }

  private def asked(path: String): Option[String] =
    Try(new URI(s"${conf.get("google.metadata.api.base-url", server)}/$path").toURL.openConnection()).toOption
      .collect { case http: HttpURLConnection => http }
      .flatMap(http => Try(answer(http)).toOption.flatten)

  private def answer(http: HttpURLConnection): Option[String] =
    try {
      http.setRequestProperty("Metadata-Flavor", "Google")
      http.setConnectTimeout(timeout)
      http.setReadTimeout(timeout)
      if (http.getResponseCode != HttpURLConnection.HTTP_OK) None
      else
        Some(Source.fromInputStream(
          http.getInputStream,
          "UTF-8"
        ).take(longest).mkString.trim).filter(_.nonEmpty)
    } finally http.disconnect()
}

private object DataprocEnvironment {
  private val library = "/usr/local/share/google/dataproc/lib"
  private val server = "http://metadata.google.internal/computeMetadata/v1"
  private val attributes = "instance/attributes/dataproc"
  private val timeout = 500 // milliseconds, for each of the answers
  private val longest = 1000 // characters: names and ids
  private val patience = Duration.ofSeconds(3)
}
