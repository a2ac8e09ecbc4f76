package io.headwater.shell.naming

import io.headwater.model.{DatasetId, PlanLineage}
import io.headwater.plan.writes.WriteRule
import io.headwater.redaction.Redactor
import io.headwater.shell.config.JobNaming
import io.openlineage.spark.api.naming.NameNormalizer

/** Job names as the published agent builds them: `application.command.table`. */
object JobNames {
  private val hostPrefix = "SparkSQL::"

  /** `My App-1` becomes `my_app_1`, `InsertIntoHadoopFs` becomes `insert_into_hadoop_fs`. Secrets are redacted first,
    * since they could not be recognised in the result.
    */
  def snakeCase(name: String, redactor: Redactor = Redactor.default): String =
    NameNormalizer.normalize(redactor.text(name))

  /** The name of an application without the host that `spark-sql` and the Thrift server put into it, because a job would
    * have another name on each machine.
    */
  def withoutHost(application: String): String =
    if (application.startsWith(hostPrefix)) hostPrefix.stripSuffix("::") else application

  def query(application: String, command: String, suffix: Option[String]): String =
    (Seq(application, command).filter(_.nonEmpty) ++ suffix).mkString(".")

  /** The same, with the settings of the configuration. */
  def query(application: String, command: String, suffix: Option[String], naming: JobNaming): String = {
    val plain = if (naming.replaceDotWithUnderscore) command.replace('.', '_') else command
    query(application, plain, suffix.filter(_ => naming.appendDatasetName))
  }

  /** The part of the name for the plan's output.
    *
    * @param rename
    *   the configured name of a location
    */
  def suffix(lineage: PlanLineage, rename: DatasetId => DatasetId): Option[String] =
    lineage.nameSuffix.map { found =>
      val location = lineage.sinks.map(_.dataset).find(d => WriteRule.suffix(d).contains(found))
      location.flatMap(d => WriteRule.suffix(d.copy(id = rename(d.id)))).getOrElse(found)
    }

  /** The part of the name for the command: the root node of the physical plan, else `default`. */
  def command(node: String, default: => String): String =
    snakeCase(Option(node).filter(_.nonEmpty).getOrElse(default))
}
