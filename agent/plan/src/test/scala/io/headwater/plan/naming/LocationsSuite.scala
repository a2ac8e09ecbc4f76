package io.headwater.plan.naming

import java.net.URI

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId

/** The datasets of the OpenLineage naming spec that are named by a URI. */
final class LocationsSuite extends AnyFunSuite {

  private val named = Seq(
    "file:/data/t" -> DatasetId("file", "/data/t"),
    "file:///data/t/" -> DatasetId("file", "/data/t"),
    "file:///with%20space/t" -> DatasetId("file", "/with space/t"),
    "/no/scheme" -> DatasetId("file", "/no/scheme"),
    "s3://lake/a/b" -> DatasetId("s3://lake", "a/b"),
    "s3a://lake/a/b" -> DatasetId("s3://lake", "a/b"),
    "s3n://lake" -> DatasetId("s3://lake", "/"),
    "s3a://key:secret@lake/a" -> DatasetId("s3://lake", "a"),
    "gs://bucket/x" -> DatasetId("gs://bucket", "x"),
    "abfss://box@account.dfs.core.windows.net/x/y" -> DatasetId(
      "abfss://box@account.dfs.core.windows.net",
      "x/y"
    ),
    "abfs://box@account.dfs.core.windows.net/x" -> DatasetId("abfss://box@account.dfs.core.windows.net", "x"),
    "wasb://box@account.blob.core.windows.net/x" -> DatasetId(
      "wasbs://box@account.blob.core.windows.net",
      "x"
    ),
    "hdfs://namenode:8020/warehouse/t" -> DatasetId("hdfs://namenode:8020", "/warehouse/t"),
    "hdfs://user@namenode:8020/t" -> DatasetId("hdfs://namenode:8020", "/t"),
    // stores that the spec and the published agent have no rule for keep the slash
    "oss://lake/wh/t" -> DatasetId("oss://lake", "/wh/t"),
    "cosn://box-125/wh/t" -> DatasetId("cosn://box-125", "/wh/t"),
    "obs://box/t/" -> DatasetId("obs://box", "/t"),
    "dbfs:/mnt/t" -> DatasetId("dbfs", "/mnt/t"),
    "file:/" -> DatasetId("file", "/")
  )

  for ((uri, id) <- named)

    // rows: identity.local identity.object-stores identity.hdfs
    test(s"the location $uri: $id")(assert(Locations.of(new URI(uri)) == id))

  private val tables = Seq(
    "/t/day=1/hour=2" -> "/t",
    "/t" -> "/t",
    "/t/a=b=c" -> "/t/a=b=c",
    "/t/=x" -> "/t/=x",
    "/t/day=1/file" -> "/t/day=1/file",
    "t/day=1" -> "t"
  )

  for ((path, table) <- tables)
    test(s"the directory $path belongs to $table")(assert(Locations.table(path) == table))
}
