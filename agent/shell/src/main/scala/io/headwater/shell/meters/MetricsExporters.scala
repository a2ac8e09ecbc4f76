package io.headwater.shell.meters

import java.time.Duration

import scala.util.{Failure, Success, Try}

import org.apache.spark.SPARK_VERSION

import io.headwater.shell.config.AgentConfig
import io.headwater.shell.logging.{ThrottledLog, Version}
import io.headwater.util.Deadline

/** Where one application's meters are shown: in Spark's metrics system, and in Micrometer's registries. A place that
  * does not take them costs a line in the log.
  */
final class MetricsExporters private (meters: Meters, registries: Option[Registries]) {
  def close(within: Duration): Unit = {
    meters.settle()
    registries.foreach(_.close(within))
  }
}

object MetricsExporters {
  private val patience = Duration.ofSeconds(2)

  def open(config: AgentConfig, meters: Meters, notices: ThrottledLog): MetricsExporters = {
    def told[A](where: String, outcome: Try[A]): Option[A] = outcome match {
      case Success(done) => Some(done)
      case Failure(e) =>
        notices.always(s"cannot show its metrics in $where: ${e.getClass.getName} ${e.getMessage}")
        None
    }
    told("Spark's metrics system", Deadline.caught(SparkSource.register(meters.registry)))
    config.metrics.flatMap(Registries.absent).foreach(what =>
      notices.always(s"shows no metrics there: $what")
    )
    new MetricsExporters(
      meters,
      told(
        "the registry that metrics.type asks for",
        Deadline.within("headwater-metrics", patience)(Registries.open(config.metrics, meters, tags(config)))
      )
    )
  }

  /** The published agent's, on every meter. */
  private def tags(config: AgentConfig): Map[String, String] = Map(
    "openlineage.spark.integration.version" -> Version.current,
    "openlineage.spark.version" -> SPARK_VERSION,
    "openlineage.spark.disabled.facets" -> config.disabledFacets.toVector.sorted.mkString(";"),
    "openlineage.transport" -> transport(config.transport.flatMap(_.text("type")).getOrElse("file"))
  )

  /** As the published agent has it: the class of the transport, where that is openlineage-java's. */
  private def transport(kind: String): String =
    if (ofClient(kind)) s"io.openlineage.client.transports.${kind.capitalize}Transport" else kind

  private val ofClient = Set("console", "http", "file", "kafka", "composite", "transform")
}
