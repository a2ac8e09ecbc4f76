package io.headwater.shell.config

import KeyType._

/** Settings of the published agent that are of no use here: a cluster that has them gets no warning. */
private[config] object PublishedKeys {
  val all: Vector[ConfigKey] = Vector(
    "context" -> Text,
    "job.owners.*" -> Text,
    "job.tags" -> Text,
    "job.namespace" -> Text,
    "job.name" -> Text,
    "run.tags" -> Text,
    "dataset.**" -> Section,
    "facets.custom_environment_variables" -> Names,
    "facets.variables" -> Names,
    "facets.disabled" -> Names,
    "columnLineage.schemaSizeLimit" -> Count(0),
    "timeout.**" -> Section,
    "debug.**" -> Section,
    "vendors.**" -> Section,
    "metrics.**" -> Section,
    "testExtensionProvider" -> Text
  ).map { case (name, kind) =>
    ConfigKey(name, kind, "", "Known to the published agent; not used here.", read = false)
  }
}
