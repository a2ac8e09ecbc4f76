package io.headwater.shell.naming

import io.headwater.model.{DatasetId, PlanLineage}
import io.headwater.plan.writes.WriteRule
import io.headwater.redaction.Redactor
import io.headwater.shell.config.JobNaming
import io.openlineage.spark.api.naming.NameNormalizer

/** Job names as the published agent builds them: `application.command.table`. */
object JobNames {

  /** `My App-1` is `my_app_1`, `InsertIntoHadoopFs` is `insert_into_hadoop_fs`. Secrets go first: nobody would know them
    * again in what is left.
    */
  def snake(name: String, redactor: Redactor = Redactor.default): String =
    NameNormalizer.normalize(redactor.text(name))

  def query(application: String, command: String, suffix: Option[String]): String =
    (Seq(application, command).filter(_.nonEmpty) ++ suffix).mkString(".")

  /** The same as the configuration wants it. */
  def query(application: String, command: String, suffix: Option[String], as: JobNaming): String = {
    val plain = if (as.replaceDotWithUnderscore) command.replace('.', '_') else command
    query(application, plain, suffix.filter(_ => as.appendDatasetName))
  }

  /** What the plan's output adds to the name; of a location, as `called` says. */
  def suffix(lineage: PlanLineage, called: DatasetId => DatasetId): Option[String] =
    lineage.nameSuffix.map { found =>
      val location = lineage.sinks.map(_.dataset).find(d => WriteRule.suffix(d).contains(found))
      location.flatMap(d => WriteRule.suffix(d.copy(id = called(d.id)))).getOrElse(found)
    }

  /** The name of what a query does: its physical plan's root. */
  def command(node: String, otherwise: => String): String =
    snake(Option(node).filter(_.nonEmpty).getOrElse(otherwise))
}
