package io.headwater.shell.config

/** What the events of a run contain.
  *
  * @param fullStart
  *   whether START has every facet that the plan tells
  * @param viewsAsDatasets
  *   whether a view that a query names is an input, and not the tables of its definition
  */
final case class EventsConfig(fullStart: Boolean, viewsAsDatasets: Boolean)

object EventsConfig extends ConfigSection {

  val views = choice(
    "views",
    "through",
    Vector("through" -> false, "datasets" -> true),
    "Inputs of a query that reads a persistent view: through (the tables of the view's definition) or datasets (the view " +
      "itself). Both list the views in the facet headwater_views."
  )

  val start = choice(
    "events.start",
    "full",
    Vector("full" -> true, "slim" -> false),
    "Content of START: full (everything that the plan tells, as in the last event) or slim (the names and symlinks of " +
      "the datasets). With slim, backends that show the latest event lose columns while a job runs."
  )

  def read(values: ConfigValues): EventsConfig =
    EventsConfig(fullStart = start.read(values), viewsAsDatasets = views.read(values))
}
