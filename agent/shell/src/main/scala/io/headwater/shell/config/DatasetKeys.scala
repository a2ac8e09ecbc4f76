package io.headwater.shell.config

import KeyType._

/** Keys of what datasets are called. */
private[config] trait DatasetKeys {
  val resolvers = ConfigKey(
    "dataset.namespaceResolvers.**",
    Section,
    "",
    "Other namespaces for datasets: <name>.type, and the options of that type."
  )
  val removePath = ConfigKey(
    "dataset.removePath.pattern",
    Text,
    "",
    "A regular expression; what its group remove matches is taken out of datasets' names."
  )
  val disabledTrimmers =
    ConfigKey(
      "dataset.disabledTrimmers",
      Names,
      "",
      "Trimmers of partitions that are not used, by class name."
    )
  val extraTrimmers =
    ConfigKey("dataset.extraTrimmers", Names, "", "More of them, on the driver's class path.")

  protected val ofDatasets: Vector[ConfigKey] = Vector(resolvers, removePath, disabledTrimmers, extraTrimmers)
}
