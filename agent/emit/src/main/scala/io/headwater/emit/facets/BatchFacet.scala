package io.headwater.emit.facets

import io.headwater.model.StreamBatch
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_batch`: the batch that a query inside `foreachBatch` is a part of. `run` and `job` are those of the streaming
  * query, as in `parent`, which is the application: backends name a job after its parent.
  *
  * {{{{"batchId": 7, "run": {"runId": "…"}, "job": {"namespace": "default", "name": "app.write_to_stream.orders"}}}}}
  */
object BatchFacet {
  def apply(settings: EventSettings, batch: Option[StreamBatch]): Option[RunFacet] = batch.map { b =>
    val job = Vector("namespace" -> b.stream.job.namespace, "name" -> b.stream.job.name)
    CustomFacet(
      settings,
      b.batchId.map(id => "batchId" -> (id: Any)).toVector ++ Vector(
        "run" -> JavaCollections.map(Vector("runId" -> b.stream.runId.toString)),
        "job" -> JavaCollections.map(job)
      )
    )
  }
}
