package io.headwater.shell.environment

import java.net.{HttpURLConnection, URI}
import java.time.Duration

import scala.io.Source
import scala.util.Try

import org.apache.spark.SparkConf

import io.headwater.model.Dataproc
import io.headwater.util.Deadline

/** The Dataproc job of the application, from the environment, Spark's settings and Google's metadata server. The
  * server is queried once for an application, and only on Dataproc. Entries that it does not return are left out.
  */
private[shell] final class DataprocEnvironment(conf: SparkConf, env: Map[String, String]) {
  import DataprocEnvironment._

  /** @return
    *   none outside of Dataproc, or if the metadata server does not respond in time
    */
  def read(): Option[Dataproc] =
    if (!env.getOrElse("SPARK_DIST_CLASSPATH", "").contains(library)) None
    else Deadline.within("headwater-dataproc", readTimeout)(dataproc).toOption

  private def dataproc: Dataproc = {
    val project = metadata("project/project-id").map(_.split('/').last)
    val region = metadata(s"$attributes-region").getOrElse("")
    val (entries, origin) = resource(region)
    Dataproc(
      entries ++ present("projectId" -> project),
      s"projects/${project.getOrElse("")}/$origin"
    )
  }

  /** The entries of the facet, and the last part of the resource name. */
  private def resource(region: String): (Vector[(String, String)], String) =
    if (conf.get("spark.master", "") == "yarn") cluster(region)
    else
      serverless("batch", s"locations/$region/batches")
        .orElse(serverless("session", s"locations/$region/sessions"))
        .getOrElse((Vector.empty, s"regions/$region/unknown/"))

  private def cluster(region: String): (Vector[(String, String)], String) = {
    val host =
      conf.get("spark.driver.host", "").takeWhile(_ != '.') // the cluster's master, `NAME-m`
    val name = Some(host.take(host.lastIndexOf('-'))).filter(_.nonEmpty)
    val tags = conf.get("spark.yarn.tags", "")
    val entries = present(
      "clusterName" -> name,
      "clusterUuid" -> metadata(s"$attributes-cluster-uuid"),
      "jobId" -> jobId(tags),
      "jobUuid" -> jobUuid(tags)
    )
    (entries :+ ("jobType" -> "dataproc_job"), s"regions/$region/clusters/${name.getOrElse("")}")
  }

  private def serverless(kind: String, collection: String): Option[(Vector[(String, String)], String)] =
    metadata(s"$attributes-$kind-id").map { id =>
      val entries = present(s"${kind}Id" -> Some(id), s"${kind}Uuid" -> metadata(s"$attributes-$kind-uuid"))
      (entries :+ ("jobType" -> kind), s"$collection/$id")
    }

  private def present(entries: (String, Option[String])*): Vector[(String, String)] =
    entries.toVector.collect { case (name, Some(value)) => name -> value }

  private def metadata(path: String): Option[String] =
    Try(new URI(s"${conf.get("google.metadata.api.base-url", server)}/$path").toURL.openConnection()).toOption
      .collect { case http: HttpURLConnection => http }
      .flatMap(http => Try(body(http)).toOption.flatten)

  private def body(http: HttpURLConnection): Option[String] =
    try {
      http.setRequestProperty("Metadata-Flavor", "Google")
      http.setConnectTimeout(requestTimeout)
      http.setReadTimeout(requestTimeout)
      if (http.getResponseCode != HttpURLConnection.HTTP_OK) None
      else
        Some(Source.fromInputStream(
          http.getInputStream,
          "UTF-8"
        ).take(maxCharacters).mkString.trim).filter(_.nonEmpty)
    } finally http.disconnect()
}

private[environment] object DataprocEnvironment {
  private val library = "/usr/local/share/google/dataproc/lib"
  private val server = "http://metadata.google.internal/computeMetadata/v1"
  private val attributes = "instance/attributes/dataproc"
  private val jobTag = "dataproc_job_"
  private val attemptTag = "dataproc_job_attempt_timestamp_"
  private val uuidTag = "dataproc_uuid_"
  private val requestTimeout = 500 // milliseconds
  private val maxCharacters = 1000
  private val readTimeout = Duration.ofSeconds(3)

  /** The id of the job in a list of YARN tags. The tag of the attempt's timestamp has the same prefix. */
  def jobId(yarnTags: String): Option[String] =
    tags(yarnTags).find(tag => tag.startsWith(jobTag) && !tag.startsWith(attemptTag))
      .map(_.stripPrefix(jobTag))

  def jobUuid(yarnTags: String): Option[String] =
    tags(yarnTags).find(_.startsWith(uuidTag)).map(_.stripPrefix(uuidTag))

  private def tags(yarnTags: String): Vector[String] = yarnTags.split(',').toVector.map(_.trim)
}
