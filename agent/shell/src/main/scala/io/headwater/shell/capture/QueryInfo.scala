package io.headwater.shell.capture

import java.time.Instant
import java.util.UUID

import scala.annotation.tailrec

import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.execution.{QueryExecution, SparkPlanInfo}

import io.headwater.plan.session.CurrentNamespace
import io.headwater.shell.lifecycle.SparkExecution

/** The start of a query without its plan.
  *
  * @param rootExecutionId that of the outermost query that it runs inside; its own id if there is none
  * @param node the name of the physical plan's root; that of the result of a command for a union of them
  * @param group the job group; from Spark 4.0 on
  * @param streamRunId the run id of the streaming query that it is a batch of
  * @param description Spark's description, by default the call site; `None` if a table format has started the query and
  *   described its own work
  * @param settings the settings of the session that differ from those of the application; None if they are not known
  * @param current the session's current catalog and database when the query started, if they may be needed
  * @param rddConversion whether it only turns a DataFrame into an RDD
  */
final case class QueryInfo(
    executionId: Long,
    rootExecutionId: Long,
    time: Long,
    node: String,
    tags: Set[String],
    group: Option[String] = None,
    streamRunId: Option[UUID] = None,
    description: Option[String] = None,
    rddConversion: Boolean = false,
    settings: Option[Map[String, String]] = None,
    current: Option[CurrentNamespace] = None
) {

  def execution: SparkExecution.Query = SparkExecution.Query(executionId)
  def root: SparkExecution.Query = SparkExecution.Query(rootExecutionId)

  def start: Instant = Instant.ofEpochMilli(time)

  /** Whether the query only returns the result of a command. Spark runs a command when its DataFrame is created, as a
    * query of its own. An action on that DataFrame, such as `spark.sql("INSERT …").collect()`, or each statement of a
    * JDBC client, then starts a second query. Its analysed plan is still the command.
    */
  def returnsCommandResult: Boolean = node == QueryInfo.commandResult

  /** Whether the execution has a run. What only returns the result of a command has none, and neither has the
    * conversion of a DataFrame to an RDD: the jobs of the RDD have runs.
    */
  def hasRun: Boolean = !returnsCommandResult && !rddConversion
}

object QueryInfo {

  /** The name of the physical node that holds the rows of a command. */
  private val commandResult = "CommandResult"

  def of(event: SparkListenerSQLExecutionStart): QueryInfo = QueryInfo(
    event.executionId,
    rootOf(event),
    event.time,
    node(below(event.sparkPlanInfo, generated)),
    ExecutionEvents.tags(event),
    ExecutionEvents.group(event),
    description = Option(event.description).filterNot(d => d.isEmpty || CallSites.ofLibrary(event.details)),
    rddConversion =
      isRddConversion(event.sparkPlanInfo, event.details, rootOf(event) == event.executionId),
    settings = Some(event.modifiedConfigs)
  )

  /** A query whose start was dropped, from its end. Its tags, description and settings are not known. It began when its
    * last phase did, as nearly as Spark tells: a DataFrame is analysed long before it is executed.
    */
  def of(event: SparkListenerSQLExecutionEnd, query: QueryExecution): QueryInfo = {
    val plan = AvailablePlans.physical(query).map(PlanInfos.of(_))
    val phases = query.tracker.phases.values.map(_.startTimeMs).filter(_ <= event.time)
    QueryInfo(
      event.executionId,
      event.executionId,
      if (phases.isEmpty) event.time else phases.max,
      plan.fold("")(p => node(below(p, generated))),
      Set.empty,
      rddConversion = plan.exists(isRddConversion(_, "", isOutermost = true))
    )
  }

  /** Spark 3 runs each insert of `FROM t INSERT INTO a … INSERT INTO b …` as a query of its own. The rows of the statement
    * are then a union of the results.
    */
  private def node(plan: SparkPlanInfo): String = {
    def isResult(child: SparkPlanInfo) = below(child, generated).nodeName == commandResult
    val isUnionOfResults = plan.nodeName == union && plan.children.nonEmpty && plan.children.forall(isResult)
    if (isUnionOfResults) commandResult else Option(plan.nodeName).getOrElse("")
  }

  private def rootOf(event: SparkListenerSQLExecutionStart): Long =
    ExecutionEvents.root(event).getOrElse(event.executionId)

  /** Whether the execution only makes an RDD of a DataFrame. Besides programs, Spark itself does so: to infer a schema, for
    * MLlib, and where the source of Kafka makes the RDD of a batch read. An action such as `foreachPartition` has the same
    * plan, and so has a write by JDBC inside its command: these read the rows.
    */
  private def isRddConversion(root: SparkPlanInfo, details: String, isOutermost: Boolean): Boolean = {
    val plan = below(root, generated :+ "AdaptiveSparkPlan")
    def isOfProgram = isOutermost && !CallSites.isRddAction(details)
    def isOfKafka =
      plan.children.map(below(_, generated :+ "InputAdapter")).exists(_.nodeName.trim == kafkaScan)
    CallSites.isRddConversion(details) ||
    (plan.nodeName == rowsToObjects && (CallSites.isReader(details) || isOfProgram || isOfKafka))
  }

  private val union = "Union"
  private val generated = Vector("WholeStageCodegen")
  private val rowsToObjects = "DeserializeToObject"
  private val kafkaScan = "Scan ExistingRDD kafka" // the node of an RDD has the name that the source gives it

  /** The first node below those whose names begin so. */
  @tailrec private def below(plan: SparkPlanInfo, names: Vector[String]): SparkPlanInfo =
    if (Option(plan.nodeName).exists(n => names.exists(n.startsWith)) && plan.children.nonEmpty)
      below(plan.children.iterator.next(), names)
    else plan
}
