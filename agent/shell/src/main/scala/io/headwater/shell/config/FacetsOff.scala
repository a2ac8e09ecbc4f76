package io.headwater.shell.config

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.Leaf

/** `facets.<name>.disabled`: the facets that are left out, by their names in the JSON. */
private[config] object FacetsOff {
  import ConfigKeys.disabledFacets

  /** Facets of the agent with capitals, dots or underscores, all of which a name in an environment variable loses. */
  private val spelled = disabledFacets ++ Set(
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
    "headwater_extensionErrors"
  )

  /** What Iceberg reports of its scans and commits. */
  private val icebergReports = Set("icebergScanReport", "icebergCommitReport")

  def read(reading: ConfigValues): Either[ConfigProblem, Set[String]] = {
    val flags = KeyPath.at(reading.tree, Vector("facets")).toVector.flatMap(KeyPath.leaves(_)).collect {
      case (path, Leaf(v)) if path.size >= 2 && path.lastOption.contains("disabled") =>
        path.init.mkString(".") -> v
    }
    val first = reading.flag(ConfigKeys.icebergReportsDisabled).map(off =>
      if (off) disabledFacets ++ icebergReports else disabledFacets
    )
    flags.foldLeft[Either[ConfigProblem, Set[String]]](first) { case (read, (name, value)) =>
      val known = spelled.find(k => bare(k) == bare(name)).getOrElse(name)
      for { set <- read; off <- reading.asFlag(s"facets.$name.disabled", value) } yield
        if (off) set + known else set - known
    }
  }

  private def bare(name: String): String =
    name.filter(_.isLetterOrDigit).toLowerCase(java.util.Locale.ROOT)
}
