package io.headwater.shell.handlers

import scala.collection.mutable

import io.headwater.model.{DatasetId, PlanLineage}

/** The queries and streaming queries that run, by the datasets that they write to. Used on the worker thread only. */
final class OpenWriters {
  private val open = mutable.HashMap.empty[DatasetId, Vector[Writer]]

  /** @param id
    *   the query, or the one that it writes for
    */
  def began(id: Long, lineage: PlanLineage): Writer = {
    val writer = new Writer(id, lineage.sinks.map(_.dataset.id).distinct)
    for (output <- writer.outputs) {
      val others = open.getOrElse(output, Vector.empty)
      for (other <- others if other.id != id) {
        other.isAlone = false
        writer.isAlone = false
      }
      open(output) = others :+ writer
    }
    writer
  }

  def ended(writer: Writer): Unit =
    for (output <- writer.outputs; writers <- open.get(output)) {
      val left = writers.filterNot(_ eq writer)
      if (left.isEmpty) open -= output else open(output) = left
    }
}

/** A query that writes. Used on the worker thread only. */
final class Writer private[handlers] (
    private[handlers] val id: Long,
    private[handlers] val outputs: Vector[DatasetId]
) {

  /** Whether no other query of the application has written to one of its outputs at the same time. */
  var isAlone = true
}

object Writer {

  /** Of a query whose outputs are not known. */
  val unknown: Writer = new Writer(-1, Vector.empty)
}
