package io.headwater.shell.config

import io.headwater.config.ConfigProblem

/** How views are read.
  *
  * @param asDatasets
  *   whether a view that a query names is an input, and not the tables of its definition
  */
final case class ViewsConfig(asDatasets: Boolean)

object ViewsConfig extends ConfigSection {
  private val through = "through"
  private val datasets = "datasets"

  val views = key(
    "views",
    KeyType.Text,
    s"Inputs of a query that reads a persistent view: `$through` names the tables of the view's definition, `$datasets` the " +
      "view itself. Both list the views in the facet headwater_views.",
    through
  ) { (values, key) =>
    values.text(key).getOrElse(key.default) match {
      case `through` => Right(false)
      case `datasets` => Right(true)
      case other =>
        Left(values.problem(key.name, other, s"neither $through nor $datasets; write one of them"))
    }
  }

  def read(values: ConfigValues): Either[ConfigProblem, ViewsConfig] = views.read(values).map(ViewsConfig(_))
}
