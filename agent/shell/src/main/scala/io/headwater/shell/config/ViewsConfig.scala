package io.headwater.shell.config

import io.headwater.config.ConfigProblem

/** How views are read.
  *
  * @param asDatasets
  *   whether a view that a query names is an input, and not the tables of its definition
  */
final case class ViewsConfig(asDatasets: Boolean)

object ViewsConfig extends ConfigSection {

  val views = choice(
    "views",
    "through",
    Vector("through" -> false, "datasets" -> true),
    "Inputs of a query that reads a persistent view: through (the tables of the view's definition) or datasets (the view " +
      "itself). Both list the views in the facet headwater_views."
  )

  def read(values: ConfigValues): Either[ConfigProblem, ViewsConfig] = views.read(values).map(ViewsConfig(_))
}
