package io.headwater.shell.config

import io.headwater.config.ConfigProblem

/** What the events of a run contain.
  *
  * @param fullStart
  *   whether START has every facet that the plan tells
  */
final case class EventsConfig(fullStart: Boolean)

object EventsConfig extends ConfigSection {

  val start = choice(
    "events.start",
    "full",
    Vector("full" -> true, "slim" -> false),
    "Content of START: full (everything that the plan tells, as in the last event) or slim (the names and symlinks of " +
      "the datasets). With slim, backends that show the latest event lose columns while a job runs."
  )

  def read(values: ConfigValues): Either[ConfigProblem, EventsConfig] =
    start.read(values).map(EventsConfig(_))
}
