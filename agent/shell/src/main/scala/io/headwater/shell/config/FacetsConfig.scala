package io.headwater.shell.config

import java.net.URI

import scala.util.Try

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.facets.FacetNames

/** Which facets events include, and who they say made them.
  *
  * @param capturedProperties
  *   the Spark properties of the facet `spark_properties`
  * @param disabled
  *   the JSON names of facets that are left out
  * @param datasetOwners
  *   whether datasets have the owner that their catalog names
  * @param producer
  *   replaces the agent's own name as the producer
  * @param warnings
  *   flags that cannot be read; their facets are off
  */
final case class FacetsConfig(
    capturedProperties: Vector[String],
    disabled: Set[String],
    datasetOwners: Boolean = false,
    producer: Option[URI] = None,
    warnings: Vector[String] = Vector.empty
)

object FacetsConfig extends ConfigSection {

  val capturedProperties = names(
    "capturedProperties",
    "Properties of the application's Spark configuration that events include, redacted, as they are at its start.",
    "spark.master,spark.app.name"
  )
  val producer = key(
    "producer",
    KeyType.Text,
    "URI that events and facets name as their producer. Some backends accept only producers that they know. " +
      "Default: urn:headwater:agent:VERSION."
  )((values, key) => producerUri(values, key))
  val facetDisabled = key(
    "facets.*.disabled",
    KeyType.Flag,
    "Omits a facet. The part * is the name of the facet in the JSON. The default is true for spark_unknown, " +
      "spark.logicalPlan, debug, executionParameters and extractionError, and for the facet ownership of datasets.",
    "false"
  )((values, _) => disabledByName(values))
  val icebergReportsDisabled = flag(
    "vendors.iceberg.metricsReporterDisabled",
    default = false,
    "Omits the facets icebergScanReport and icebergCommitReport."
  )

  /** The facet with owners. Of a job it is on; of datasets it is off unless its flag is `false`, because Spark writes the
    * operating system's user into each table that it creates, and consumers take that for a steward.
    */
  private val ownership = "ownership"

  /** Facets that are computed only if the configuration enables them. `extractionError` is one because DataHub takes its run
    * for a failed one. `headwater_coverage` has the same gaps.
    */
  val disabledByDefault: Set[String] = Set(
    FacetNames.unknownNodes,
    FacetNames.logicalPlan,
    FacetNames.debug,
    FacetNames.executionParameters,
    FacetNames.extractionError
  )

  private val icebergReports = Set("icebergScanReport", "icebergCommitReport")

  def read(values: ConfigValues): FacetsConfig = {
    val initial =
      if (icebergReportsDisabled.read(values)) disabledByDefault ++ icebergReports else disabledByDefault
    val (flags, warnings) = facetDisabled.read(values)
    val disabled = flags.foldLeft(initial) { case (names, (name, off)) =>
      if (off) names + name else names - name
    }
    val datasetOwners =
      flags.reverse.collectFirst { case (FacetsConfig.ownership, off) => !off }.getOrElse(false)
    FacetsConfig(capturedProperties.read(values), disabled, datasetOwners, producer.read(values), warnings)
  }

  private def producerUri(values: ConfigValues, key: ConfigKey[Any]): Option[URI] =
    values.text(key).map { value =>
      Try(new URI(value)).toOption.filter(uri => uri.isAbsolute && (uri.getRawUserInfo eq null))
        .getOrElse(values.reject(
          key.name,
          value,
          "not an absolute URI without a user; write one, for example https://github.com/acme/lineage"
        ))
    }

  /** The facets with a flag, in the order of the keys, and a warning for each flag that cannot be read. Its facet is off:
    * what a user may not want to send is not sent.
    */
  private def disabledByName(values: ConfigValues): (Vector[(String, Boolean)], Vector[String]) =
    values.tree.get("facets") match {
      case None => (Vector.empty, Vector.empty)
      case Some(facets) => disabledByName(values, facets)
    }

  private def disabledByName(
      values: ConfigValues,
      facets: ConfigTree
  ): (Vector[(String, Boolean)], Vector[String]) = {
    val read = KeyPath.leaves(facets).collect {
      case (path, Leaf(value)) if path.size >= 2 && path.last == "disabled" && value.trim.nonEmpty =>
        val facet = facetOf(path)
        val flag = ConfigValues.boolean(value)
        val warning =
          if (flag.isDefined) None
          else Some(values.problem(s"facets.$facet.disabled", value.trim, ConfigValues.noFlag).line)
        (facet -> flag.getOrElse(true), warning.map(line => s"$line. The facet is off"))
    }
    (read.map(_._1), read.flatMap(_._2))
  }

  /** The tree of one source with each flag at the name of its facet in the JSON, so that two spellings in two sources are
    * one key.
    */
  private[config] def canonical(tree: Branch): Branch = tree.get("facets") match {
    case None => tree
    case Some(facets) => canonical(tree, facets)
  }

  private def canonical(tree: Branch, facets: ConfigTree): Branch =
    KeyPath.leaves(facets).foldLeft(tree) {
      case (all, (path, value))
          if path.size >= 2 && path.last == "disabled" && path.init != Vector(facetOf(path)) =>
        val flag = KeyPath.put(ConfigTree.empty, Vector("facets", facetOf(path), "disabled"), value)
        ConfigTree.merge(KeyPath.remove(all, "facets" +: path), flag.getOrElse(ConfigTree.empty))
      case (all, _) => all
    }

  private def facetOf(path: Vector[String]): String = {
    val name = path.init.mkString(".")
    FacetNames.all.find(n => simplify(n) == simplify(name)).getOrElse(name)
  }

  private def simplify(name: String): String =
    name.filter(_.isLetterOrDigit).toLowerCase(java.util.Locale.ROOT)
}
