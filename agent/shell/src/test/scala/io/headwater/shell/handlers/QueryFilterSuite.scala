package io.headwater.shell.handlers

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, PlanLineage, Sink}

class QueryFilterSuite extends AnyFunSuite {
  private val folder = ".spark-bigquery-local-1732480000000-0190f5a8-1111-4222-8333-0123456789ab"

  private def hasRun(sinks: (String, String)*): Boolean = QueryFilter.isReported(PlanLineage(sinks =
    sinks.map { case (namespace, name) => Sink(Dataset(DatasetId(namespace, name))) }.toVector
  ))

  // rows: filter.bigquery
  test("the files that the BigQuery connector loads have no run") {
    assert(!hasRun("gs://bucket" -> folder))
    assert(!hasRun("gs://bucket" -> s"tmp/$folder"))
  }

  test("other writes have one") {
    assert(hasRun("gs://bucket" -> "orders"))
    assert(hasRun("gs://bucket" -> ".spark-bigquery-orders"))
    assert(hasRun("file" -> s"/tmp/$folder"))
    assert(hasRun("gs://bucket" -> folder, "bigquery" -> "p.d.t"))
    assert(!hasRun())
  }
}
