package io.headwater.shell.session

import org.scalatest.funsuite.AnyFunSuite

final class SessionContextsSuite extends AnyFunSuite {
  private def metastore(spark: Map[String, String], hadoop: Map[String, String]) =
    SessionContexts.metastore(spark.get, hadoop.get)

  test("the metastore is the one of Spark's own key, else the one of Hive's key") {
    val spark = Map("spark.sql.hive.metastore.uris" -> "thrift://a:9083")
    val hive = Map("hive.metastore.uris" -> " thrift://b:9083 ")
    assert(metastore(spark, hive).contains("thrift://a:9083"))
    assert(metastore(Map.empty, hive).contains("thrift://b:9083"))
    val builder = Map("hive.metastore.uris" -> "thrift://c:9083")
    assert(metastore(builder, Map.empty).contains("thrift://c:9083"))
    assert(metastore(builder, hive).contains("thrift://c:9083"), "Hive gets the settings of Spark last")
    assert(metastore(builder ++ spark, hive).contains("thrift://a:9083"))
    assert(metastore(Map.empty, Map("hive.metastore.uris" -> " ")).isEmpty)
    assert(metastore(Map.empty, Map.empty).isEmpty)
  }
}
