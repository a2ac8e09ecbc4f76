package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.executor.TaskMetrics

import io.headwater.shell.json.Json

/** What the tasks of a stage have counted, all together. */
private[shell] object TaskCounts {
  def of(m: TaskMetrics): ObjectNode = Json.obj()
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
