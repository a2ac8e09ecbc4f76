package io.headwater.shell.capture

import java.util.UUID

import scala.annotation.tailrec

import org.apache.spark.sql.execution.SparkPlanInfo
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

/** A query's start without its plan and the texts that go with it. `root` is the query that it runs inside, itself where
  * there is none; `node` the name of what it does; `stream` the run of the streaming query that it is a batch of;
  * `description` what Spark calls it, the call site where nobody has said otherwise; none where a table format started it, which says
  * what itself is doing.
  */
final case class QueryInfo(
    id: Long,
    root: Long,
    time: Long,
    node: String,
    tags: Set[String],
    stream: Option[UUID] = None,
    description: Option[String] = None
)

object QueryInfo {
  def of(event: SparkListenerSQLExecutionStart): QueryInfo = QueryInfo(
    event.executionId,
    event.rootExecutionId.getOrElse(event.executionId),
    event.time,
    Option(root(event.sparkPlanInfo).nodeName).getOrElse(""),
    event.jobTags,
    description = Option(event.description).filterNot(d => d.isEmpty || CallSites.ofLibrary(event.details))
  )

  /** Below the stages that code generation adds. */
  @tailrec private def root(plan: SparkPlanInfo): SparkPlanInfo =
    if (plan.nodeName.startsWith("WholeStageCodegen") && plan.children.nonEmpty)
      root(plan.children.iterator.next())
    else plan
}
