package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.executor.TaskMetrics
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.streaming.StreamingQueryProgress

import io.headwater.plan.rdd.{RddChain, RddSourceFinder}
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.{AvailablePlans, ClientSession, ExecutionEvents, ScheduledJob}
import io.headwater.shell.json.Json
import io.headwater.util.Texts

/** A Spark object that builders can be called with: an event of Spark's listener or an object of the scheduler.
  *
  * @param kind
  *   the type by which builders choose it
  * @param about
  *   the object whose class is compared with class patterns
  * @param value
  *   creates the JSON for Python
  */
final case class Subject(kind: String, about: AnyRef, value: () => ObjectNode)

/** Converts the argument types of the JVM's builders to JSON, from which Python makes its own objects. Times are
  * milliseconds since 1970, sizes are bytes, durations are milliseconds. As in Spark, `executorCpuTime` is in
  * nanoseconds.
  */
final class Subjects(redactor: Redactor) {
  private val values = new NodeValues(redactor, _ => None)
  private val streams = new StreamSubjects(values, text)

  def of(e: SparkListenerSQLExecutionStart): Subject = subject("SQLExecutionStart", e) { out =>
    out.put("executionId", e.executionId).put("description", text(e.description)).put("time", e.time)
    ExecutionEvents.root(e).foreach(out.put("rootExecutionId", _))
    out.set[JsonNode]("jobTags", Json.strings(ExecutionEvents.tags(e)))
    out.set[JsonNode]("modifiedConfigs", values.of(e.modifiedConfigs))
  }

  def of(
      e: SparkListenerSQLExecutionEnd,
      error: Option[String],
      millis: Long,
      query: Option[QueryExecution]
  ): Subject =
    subject("SQLExecutionEnd", e) { out =>
      out.put("executionId", e.executionId).put("time", e.time).put("durationMillis", millis)
      error.foreach(m => out.put("errorMessage", text(m)))
      val observed = Json.obj()
      for (q <- query if AvailablePlans.physical(q).isDefined; (name, row) <- q.observedMetrics)
        observed.set[JsonNode](name, values.of(row.schema.fieldNames.toSeq.zip(row.toSeq).toMap))
      out.set[JsonNode]("observedMetrics", observed)
    }

  def of(e: SparkListenerJobStart): Subject = subject("JobStart", e) { out =>
    out.put("jobId", e.jobId).put("time", e.time)
    out.set[JsonNode]("stageIds", Json.ints(e.stageIds))
    out.set[JsonNode]("properties", values.of(Option(e.properties).getOrElse(new java.util.Properties)))
  }

  def of(e: SparkListenerJobEnd, failure: Option[Throwable]): Subject = subject("JobEnd", e) { out =>
    out.put("jobId", e.jobId).put("time", e.time).put("succeeded", failure.isEmpty)
    failure.foreach(f => out.put("error", text(String.valueOf(f.getMessage))))
  }

  def of(s: StageInfo): Subject = subject("StageInfo", s) { out =>
    out.put("stageId", s.stageId).put("attemptNumber", s.attemptNumber()).put("name", text(s.name))
      .put("numTasks", s.numTasks)
    s.submissionTime.foreach(t => out.put("submissionTime", t))
    s.completionTime.foreach(t => out.put("completionTime", t))
    s.failureReason.foreach(r => out.put("failureReason", text(r)))
    out.set[JsonNode]("rddIds", Json.ints(s.rddInfos.map(_.id)))
    Option(s.taskMetrics).foreach(m => out.set[JsonNode]("taskMetrics", Subjects.taskMetrics(m)))
    val accumulated = s.accumulables.values.flatMap(a => for (n <- a.name; v <- a.value) yield n -> v).toMap
    out.set[JsonNode]("accumulables", values.of(accumulated))
  }

  /** The job, its last stage, and each of its RDDs. */
  def of(job: ScheduledJob): Vector[Subject] =
    subject("ActiveJob", job) { out =>
      out.put("jobId", job.id).put("finalStageId", job.stageId).put("callSite", text(job.callSite))
    } +: subject("Stage", job) { out =>
      out.put("id", job.stageId).put("numTasks", job.tasks).set[JsonNode]("rdd", rdd(job.rdd, Json.obj()))
    } +: RddChain.of(job.rdd, Subjects.maxRdds).rdds.map(r => subject("RDD", r)(rdd(r, _)))

  def of(client: ClientSession): Subject = subject("ClientOperation", client) { out =>
    out.put("server", client.server).put("user", text(client.user)).put("session", client.session)
      .put("operation", client.operation)
    out.set[JsonNode]("tags", Json.strings(client.tags.map(text)))
  }

  def of(progress: StreamingQueryProgress): Subject =
    subject(Subjects.progress, progress)(out => streams.fill(progress, out))

  private def rdd(r: RDD[_], out: ObjectNode): ObjectNode = {
    out.put("id", r.id).put("class", r.getClass.getName).put("storageLevel", r.getStorageLevel.description)
    Option(r.name).foreach(n => out.put("name", text(n)))
    out.set[ObjectNode]("paths", Json.strings(Subjects.paths(r).map(redactor.url)))
  }

  private def subject(kind: String, about: AnyRef)(fill: ObjectNode => Any): Subject =
    Subject(
      kind,
      about,
      () => {
        val out = Json.obj()
        fill(out)
        out
      }
    )

  private def text(s: String): String =
    Texts.shortened(redactor.text(Option(s).getOrElse("")), Subjects.maxCharacters)
}

object Subjects {

  /** The kind of the progress of a streaming query. */
  val progress = "StreamingQueryProgress"
  private val maxCharacters = 4000
  private val maxRdds = 1000

  /** The paths of an RDD that reads files. Spark is not made to list partitions. */
  private def paths(rdd: RDD[_]): Vector[String] =
    if (RddChain.parents(rdd).nonEmpty) Vector.empty
    else RddSourceFinder.of(rdd).inputs.map { i =>
      val separator = if (i.id.name.startsWith("/")) ":" else "/"
      s"${i.id.namespace}$separator${i.id.name}"
    }

  private def taskMetrics(m: TaskMetrics): ObjectNode = Json.obj()
    .put("recordsRead", m.inputMetrics.recordsRead)
    .put("bytesRead", m.inputMetrics.bytesRead)
    .put("recordsWritten", m.outputMetrics.recordsWritten)
    .put("bytesWritten", m.outputMetrics.bytesWritten)
    .put("shuffleReadBytes", m.shuffleReadMetrics.totalBytesRead)
    .put("shuffleReadRecords", m.shuffleReadMetrics.recordsRead)
    .put("shuffleWriteBytes", m.shuffleWriteMetrics.bytesWritten)
    .put("shuffleWriteRecords", m.shuffleWriteMetrics.recordsWritten)
    .put("executorRunTime", m.executorRunTime)
    .put("executorCpuTime", m.executorCpuTime)
    .put("jvmGCTime", m.jvmGCTime)
    .put("memoryBytesSpilled", m.memoryBytesSpilled)
    .put("diskBytesSpilled", m.diskBytesSpilled)
    .put("peakExecutionMemory", m.peakExecutionMemory)
    .put("resultSize", m.resultSize)
}
