package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}

import io.headwater.redaction.Redactor
import io.headwater.shell.capture.ScheduledJob
import io.headwater.shell.json.Json

/** Something that builders can be asked of: what Spark's listener was told, or what the scheduler holds. `about` is
  * what class patterns are held against.
  */
final case class Subject(kind: String, about: AnyRef, value: () => ObjectNode)

/** The argument types of the JVM's builders in the form that Python's are made of. Times are milliseconds since 1970,
  * sizes bytes, durations milliseconds but for `executorCpuTime`, which is nanoseconds, as in Spark.
  */
final class Subjects(redactor: Redactor) {
  private val values = new NodeValues(redactor, _ => None)

  def of(e: SparkListenerSQLExecutionStart): Subject = subject("SQLExecutionStart", e) { out =>
    out.put("executionId", e.executionId).put("description", text(e.description)).put("time", e.time)
    e.rootExecutionId.foreach(out.put("rootExecutionId", _))
    out.set[JsonNode]("jobTags", Json.strings(e.jobTags))
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
      for (q <- query; (name, row) <- q.observedMetrics)
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
    Option(s.taskMetrics).foreach(m => out.set[JsonNode]("taskMetrics", TaskCounts.of(m)))
    val accumulated = s.accumulables.values.flatMap(a => for (n <- a.name; v <- a.value) yield n -> v).toMap
    out.set[JsonNode]("accumulables", values.of(accumulated))
  }

  def of(job: ScheduledJob): Vector[Subject] =
    subject("ActiveJob", job) { out =>
      out.put("jobId", job.id).put("finalStageId", job.stageId).put("callSite", text(job.callSite))
    } +: subject("Stage", job) { out =>
      out.put("id", job.stageId).put("numTasks", job.tasks).set[JsonNode]("rdd", rdd(job.rdd, Json.obj()))
    } +: Rdds.flattened(job.rdd).map(r => subject("RDD", r)(rdd(r, _)))

  private def rdd(r: RDD[_], out: ObjectNode): ObjectNode = {
    out.put("id", r.id).put("class", r.getClass.getName).put("storageLevel", r.getStorageLevel.description)
    Option(r.name).foreach(n => out.put("name", text(n)))
    out.set[ObjectNode]("paths", Json.strings(Rdds.paths(r).map(redactor.url)))
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

  private def text(s: String): String = redactor.text(Option(s).getOrElse("")).take(Subjects.characters)
}

object Subjects {
  private val characters = 4000
}
