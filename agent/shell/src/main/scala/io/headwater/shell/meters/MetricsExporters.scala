package io.headwater.shell.meters

import java.time.Duration

import scala.util.{Failure, Success, Try}

import org.apache.spark.SPARK_VERSION

import io.headwater.emit.transport.config.TransportOptions
import io.headwater.shell.config.{AgentConfig, Version}
import io.headwater.shell.logging.ThrottledLog
import io.headwater.util.{Attempts, Deadline}

/** Exports the meters of one application to Spark's metrics system and, if `metrics.type` is set, to Micrometer's
  * registries. If one of them cannot be opened, a line is logged.
  */
final class MetricsExporters private (meters: Meters, registries: Option[Registries]) {

  /** Reports the last numbers. Waits at most for `timeout`.
    *
    * A registry of Micrometer reports a counter as the difference to its last report. If the registry closes while its
    * own thread waits for a number, both report that difference. So no number may need a wait now.
    */
  def close(timeout: Duration): Unit = {
    meters.extensionTimings.watch(_ => ())
    meters.refresh()
    registries.foreach(_.close(timeout))
  }
}

object MetricsExporters {
  private val openTimeout = Duration.ofSeconds(2)

  def open(config: AgentConfig, meters: Meters, log: ThrottledLog): MetricsExporters = {
    def opened[A](destination: String, outcome: Try[A]): Option[A] = outcome match {
      case Success(value) => Some(value)
      case Failure(e) =>
        log.always(s"cannot export its metrics to $destination: ${e.getClass.getName} ${e.getMessage}")
        None
    }
    val ofSpark = meters.registry
    opened("Spark's metrics system", Attempts.caught(SparkSource.register(ofSpark)))
    val registries =
      config.metrics.section.flatMap { section => // without one, no class of Micrometer is loaded
        Registries.missingLibrary(section).foreach(library =>
          log.always(s"cannot export its metrics: $library")
        )
        opened(
          "the registry of metrics.type",
          Deadline.within("headwater-metrics", openTimeout)(Registries.open(section, meters, tags(config)))
        )
      }
    meters.extensionTimings.watch { name =>
      val added = meters.ofExtension(name)
      Attempts.caught(added.foreach(Meters.add(ofSpark, _)))
      registries.foreach(r => Attempts.caught(r.add(added)))
    }
    new MetricsExporters(meters, registries)
  }

  /** The tags of every meter, which are those of the published agent. */
  private def tags(config: AgentConfig): Map[String, String] = Map(
    "openlineage.spark.integration.version" -> Version.current,
    "openlineage.spark.version" -> SPARK_VERSION,
    "openlineage.spark.disabled.facets" -> config.facets.disabled.toVector.sorted.mkString(";"),
    "openlineage.transport" -> transportName(
      config.transport.flatMap(TransportOptions.kind).getOrElse("file")
    )
  )

  /** The name that the published agent reports: the class of openlineage-java's transport, if there is one. */
  private def transportName(kind: String): String =
    if (clientTransports(kind)) s"io.openlineage.client.transports.${kind.capitalize}Transport" else kind

  private val clientTransports = Set("console", "http", "file", "kafka", "composite", "transform")
}
