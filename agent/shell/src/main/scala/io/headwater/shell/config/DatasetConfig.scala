package io.headwater.shell.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.naming.{DatasetNames, NamingRules}
import io.headwater.shell.logging.DriverLog

/** The names of datasets.
  *
  * @param warnings
  *   trimmers that cannot be used
  */
final case class DatasetConfig(names: DatasetNames, warnings: Vector[String])

object DatasetConfig extends ConfigSection {
  private val section = "dataset"
  private lazy val log = new DriverLog(classOf[DatasetConfig])

  val namespaceResolvers = subtree(
    s"$section.namespaceResolvers.**",
    "Resolvers that replace namespaces of datasets: `<name>.type`, and the options of that type."
  )
  val removePath = text(
    s"$section.removePath.pattern",
    "Regular expression. The text that its group remove matches is removed from the names of datasets; " +
      "from those of jobs, if it has four digits or more, or a hexadecimal id."
  )
  val disabledTrimmers =
    names(s"$section.disabledTrimmers", "Class names of partition trimmers that are not used.")
  val extraTrimmers = names(
    s"$section.extraTrimmers",
    "Class names of additional partition trimmers, on the driver's class path."
  )

  def read(values: ConfigValues): DatasetConfig = {
    val tree = values.tree.get(section).collect { case b: Branch => b }.getOrElse(ConfigTree.empty)
    val disabled = disabledTrimmers.read(values)
    val extra = extraTrimmers.read(values)
    val unknown = disabled.filterNot((NamingRules.defaultTrimmers ++ extra).contains).map { name =>
      s"${disabledTrimmers.fullName}: there is no trimmer $name; there are ${NamingRules.defaultTrimmers.mkString(", ")}"
    }
    val (names, invalid) = InvalidConfig.check(
      new NamingRules(ConfigKey.prefix + section, values.redactor, text => log.warn(s"Headwater: $text"))
        .names(tree, removePath.read(values), disabled, extra)
    )
    DatasetConfig(names, unknown ++ invalid)
  }
}
