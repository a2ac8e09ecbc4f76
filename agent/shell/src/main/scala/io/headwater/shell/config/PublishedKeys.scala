package io.headwater.shell.config

import KeyType._
import io.headwater.config.ConfigTree.Branch

/** Settings of the published agent that are accepted without effect, each for a reason. Of those that ask for something
  * that does not come, a line at WARN says so.
  */
private[config] object PublishedKeys {
  private val noWait =
    "the agent does no work on Spark's listener thread; extensions.timeoutMillis and python.timeoutMillis bound extensions."
  private val removed = "the published agent ignores it, too; write facets.<name>.disabled=true."

  private val told = Vector(
    silent("facets.disabled", Names, removed),
    silent("timeout.buildDatasetsTimePercentage", Text, noWait),
    silent("timeout.facetsBuildingTimePercentage", Text, noWait)
  )

  val all: Vector[ConfigKey] = told ++ Vector(
    silent("vendors.**", Section, "the published agent knows one key there, for Iceberg.")
  )

  def warnings(tree: Branch): Vector[String] =
    told.filter(k => KeyPath.at(tree, k.parts).isDefined).map(k =>
      s"${ConfigKeys.prefix}${k.name} has no effect: ${k.doc.stripSuffix(".")}"
    )

  private def silent(name: String, kind: KeyType, why: String) = ConfigKey(name, kind, "", why, read = false)
}
