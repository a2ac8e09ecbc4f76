package io.headwater.shell.config

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.Leaf

/** Which facets events include.
  *
  * @param capturedProperties
  *   the Spark properties of the facet `spark_properties`
  * @param disabled
  *   the JSON names of facets that are left out
  */
final case class FacetsConfig(capturedProperties: Vector[String], disabled: Set[String])

object FacetsConfig extends ConfigSection {

  val capturedProperties = names(
    "capturedProperties",
    "Spark properties that events include, redacted.",
    "spark.master,spark.app.name"
  )
  val facetDisabled = key(
    "facets.*.disabled",
    KeyType.Flag,
    "Omits a facet. The part * is the name of the facet in the JSON.",
    "false"
  )((values, _) => disabledByName(values))
  val icebergReportsDisabled = flag(
    "vendors.iceberg.metricsReporterDisabled",
    default = false,
    "Omits the facets icebergScanReport and icebergCommitReport."
  )

  /** Facets that are computed only if the configuration enables them. */
  val disabledByDefault: Set[String] =
    Set("spark_unknown", "spark.logicalPlan", DebugConfig.facet, "executionParameters")

  /** Facets with capitals, dots or underscores in their names. An environment variable loses these, so that a facet is
    * found by its letters and digits.
    */
  private val irregularNames = disabledByDefault ++ Set(
    "spark_properties",
    "spark_applicationDetails",
    "spark_jobDetails",
    "spark.exception",
    "processing_engine",
    "gcp_dataproc",
    "gcp_lineage",
    "environment-properties",
    "headwater_coverage",
    "headwater_agent",
    "headwater_sequence",
    "headwater_streaming",
    "headwater_views",
    "headwater_extensionErrors"
  )

  private val icebergReports = Set("icebergScanReport", "icebergCommitReport")

  def read(values: ConfigValues): Either[ConfigProblem, FacetsConfig] =
    for {
      withoutReports <- icebergReportsDisabled.read(values)
      flags <- facetDisabled.read(values)
    } yield {
      val initial = if (withoutReports) disabledByDefault ++ icebergReports else disabledByDefault
      val disabled = flags.foldLeft(initial) { case (names, (name, off)) =>
        if (off) names + name else names - name
      }
      FacetsConfig(capturedProperties.read(values), disabled)
    }

  /** The facets with a flag, in the order of the keys. */
  private def disabledByName(values: ConfigValues): Either[ConfigProblem, Vector[(String, Boolean)]] = {
    val none: Either[ConfigProblem, Vector[(String, Boolean)]] = Right(Vector.empty)
    KeyPath.at(values.tree, Vector("facets")).toVector.flatMap(KeyPath.leaves(_)).collect {
      case (path, Leaf(value)) if path.size >= 2 && path.lastOption.contains("disabled") =>
        path.init.mkString(".") -> value
    }.foldLeft(none) { case (previous, (name, value)) =>
      val facet = irregularNames.find(n => simplify(n) == simplify(name)).getOrElse(name)
      for {
        flags <- previous; off <- values.flag(s"facets.$name.disabled", value)
      } yield flags :+ (facet -> off)
    }
  }

  private def simplify(name: String): String =
    name.filter(_.isLetterOrDigit).toLowerCase(java.util.Locale.ROOT)
}
