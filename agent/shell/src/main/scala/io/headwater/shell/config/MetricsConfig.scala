package io.headwater.shell.config

import java.util.ServiceLoader

import scala.util.Try

import io.headwater.config.ConfigTree.{Branch, Items}
import io.headwater.util.JavaCollections
import io.openlineage.client.metrics.MeterRegistryFactory

/** The section of the Micrometer registries, whose options openlineage-java reads.
  *
  * @param warnings
  *   registries that cannot be used
  */
final case class MetricsConfig(section: Option[Branch], warnings: Vector[String])

object MetricsConfig extends ConfigSection {

  val registries = subtree(
    "metrics.**",
    "Additional Micrometer registries for the agent's meters: type (simple, statsd, composite or a custom type), and " +
      "the options of that type."
  )

  private val builtInTypes = Vector("simple", "statsd", "composite")

  def read(values: ConfigValues): MetricsConfig = {
    val section = registries.read(values).collect { case branch: Branch => branch }
    MetricsConfig(section, section.toVector.flatMap(problems).map(ConfigKey.prefix + _))
  }

  /** The problems of a section. Each text starts with a key, without the prefix. */
  private[config] def problems(section: Branch): Vector[String] =
    section.text("type").map(_.trim).getOrElse("") match {
      case "" => Vector(s"metrics has no type; write metrics.type, one of ${types.mkString(", ")}")
      case "composite" =>
        section.get("registries") match {
          case Some(Items(all)) => all.collect { case branch: Branch => branch }.flatMap(problems)
          case _ => Vector("metrics.registries is no list of registries, each with a type")
        }
      case kind if types.contains(kind) => Vector.empty
      case kind => Vector(s"metrics.type $kind is unknown; use one of ${types.mkString(", ")}")
    }

  /** The built-in types and those of the `MeterRegistryFactory`s on the class path. */
  private def types: Vector[String] = builtInTypes ++
    Try(JavaCollections.vector(ServiceLoader.load(classOf[MeterRegistryFactory[_]])).map(_.`type`()))
      .getOrElse(Vector.empty)
}
