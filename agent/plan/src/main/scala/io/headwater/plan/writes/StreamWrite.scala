package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.util.{Accessors, ClassNames}

/** Extracts a stream into a sink of the V1 interface, in the plan of the whole query or of one batch: the sink, the node that
  * writes, and its query.
  *
  * @param isSink
  *   whether an object is the library's sink
  */
final class StreamWrite(isSink: AnyRef => Boolean) {
  def unapply(plan: LogicalPlan): Option[(AnyRef, Accessors, LogicalPlan)] =
    ClassNames.simple(plan) match {
      case "WriteToMicroBatchDataSourceV1" => of(new Accessors(plan), "query")
      case "WriteToStream" => of(new Accessors(plan), "inputQuery")
      case _ => None
    }

  private def of(write: Accessors, query: String): Option[(AnyRef, Accessors, LogicalPlan)] = {
    val sink = write.value[AnyRef]("sink")
    if (isSink(sink)) Some((sink, write, write.value[LogicalPlan](query))) else None
  }
}
