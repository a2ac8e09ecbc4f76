package io.headwater.plan.naming

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId, DatasetKind, Storage}

final class DatasetKindsSuite extends AnyFunSuite {

  private def kind(namespace: String): Option[DatasetKind] =
    DatasetKinds.withKind(Dataset(DatasetId(namespace, "a/b"))).kind

  test("the kind of a dataset that follows from its store") {
    assert(Seq("file", "s3://lake", "hdfs://nn:8020").map(kind).distinct == Seq(Some(DatasetKind.File)))
    assert(
      kind("postgres://db:5432").contains(DatasetKind.Table) && kind("bigquery").contains(DatasetKind.Table)
    )
    assert(kind("kafka://broker:9092").contains(DatasetKind.Topic))
  }

  test("a name in a catalog has no kind, because it may be a view") {
    assert(Seq(
      "file:/warehouse",
      "s3://lake/warehouse",
      "hive://host:9083",
      "acme://x"
    ).flatMap(kind).isEmpty)
  }

  test("the files of a table format are a table, and a kind that is set stays") {
    val files = Dataset(DatasetId("s3://lake", "t"), storage = Some(Storage("delta", "parquet")))
    assert(DatasetKinds.withKind(files).kind.contains(DatasetKind.Table))
    assert(DatasetKinds.withKind(files.copy(kind = Some(DatasetKind.View))).kind.contains(DatasetKind.View))
  }
}
