package io.headwater.shell.config

import java.nio.file.Path

import io.headwater.config.ConfigTree.Branch
import io.headwater.config.RedactionPatterns
import io.headwater.plan.sqltext.Literals

/** The redaction of literals. Spark's own redaction settings apply as well. */
object RedactionConfig extends ConfigSection {

  val literals = flag(
    "redact.literals",
    default = false,
    "Replaces each literal of SQL texts by ?, and hides quoted values in error messages."
  )

  /** The values of the configuration with the redactor that it asks for. */
  private[config] def values(
      tree: Branch,
      sparkConf: Map[String, String],
      env: Map[String, String],
      workDir: Path
  ): ConfigValues = {
    val default = InvalidConfig.check(RedactionPatterns.read(sparkConf))
    val values = new ConfigValues(tree, default, env, workDir)
    if (!literals.read(values)) values
    else {
      val redactor = InvalidConfig.check(RedactionPatterns.read(sparkConf, Some(Literals.masked(_))))
      new ConfigValues(tree, redactor, env, workDir)
    }
  }
}
