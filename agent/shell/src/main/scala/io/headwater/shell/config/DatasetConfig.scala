package io.headwater.shell.config

import io.headwater.config.ConfigTree.Branch
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.naming.{DatasetNames, NamingRules}

/** The section `dataset`. */
private[config] object DatasetConfig {
  import ConfigKeys._

  /** The names, and what to warn of. */
  def read(reading: ConfigValues): Either[ConfigProblem, (DatasetNames, Vector[String])] = {
    val section = reading.tree.get("dataset").collect { case b: Branch => b }.getOrElse(ConfigTree.empty)
    val off = reading.names(disabledTrimmers)
    val unknown = off.filterNot(NamingRules.standard.contains).map { name =>
      s"$prefix${disabledTrimmers.name}: there is no trimmer $name; there are ${NamingRules.standard.mkString(", ")}"
    }
    new NamingRules(s"${prefix}dataset", reading.redactor)
      .names(section, reading.text(removePath), off, reading.names(extraTrimmers))
      .map { case (names, unusable) => (names, unknown ++ unusable) }
  }
}
