package io.headwater.shell.naming

import io.headwater.model.{DatasetId, PlanLineage}
import io.headwater.plan.naming.JobNameSuffix
import io.headwater.redaction.Redactor
import io.headwater.shell.config.JobNaming
import io.openlineage.spark.api.naming.NameNormalizer

/** Names jobs as the published agent does: `application.command.table`.
  *
  * @param rename
  *   the configured name of a location
  */
final class JobNames(application: String, naming: JobNaming, rename: DatasetId => DatasetId) {
  import JobNames._

  /** The name of a query.
    *
    * @param node
    *   the root of the physical plan; it may be empty
    * @param default
    *   names the command if there is no physical plan
    * @param lineage
    *   empty if the plan is not read
    */
  def query(node: String, default: => String, lineage: PlanLineage = PlanLineage()): String = {
    val command = snakeCase(Option(node).filter(_.nonEmpty).getOrElse(default))
    ofCommand(if (naming.replaceDotWithUnderscore) command.replace('.', '_') else command, output(lineage))
  }

  /** The name of a streaming query. One that has a name of its own is not named by its output.
    *
    * @param sink
    *   names a query without a name whose output is no dataset
    */
  def streamingQuery(
      name: Option[String],
      sink: Option[String],
      lineage: PlanLineage = PlanLineage()
  ): String =
    ofCommand(
      writeToStream,
      name.map(snakeCase(_)).orElse(output(lineage)).orElse(sink).orElse(Some(unknownSink))
    )

  /** The name of an RDD job, or of what runs in a block of `headwater.job`. */
  def of(name: String): String = s"$application.$name"

  private def ofCommand(command: String, output: Option[String]): String =
    (Seq(application, command).filter(_.nonEmpty) ++ output).mkString(".")

  /** The part of the name for the plan's output. A dot within it, as in `acme.orders` of an extension, would begin another
    * part.
    */
  private def output(lineage: PlanLineage): Option[String] =
    lineage.nameSuffix.filter(_ => naming.appendDatasetName).map { found =>
      val location = lineage.sinks.map(_.dataset).find(d => JobNameSuffix.ofLocation(d).contains(found))
      val named = location.flatMap(d => JobNameSuffix.ofLocation(d.copy(id = rename(d.id))))
      named.getOrElse(found).replace('.', '_')
    }
}

object JobNames {
  private val hostPrefix = "SparkSQL::"

  /** Spark's name for the plan of a streaming query. */
  private val writeToStream = "write_to_stream"
  private val unknownSink = "unknown"

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
}
