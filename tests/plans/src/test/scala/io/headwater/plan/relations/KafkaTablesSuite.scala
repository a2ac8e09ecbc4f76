package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.{AppendData, LogicalPlan}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.kafka010.TestTable
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.TestSpark
import io.headwater.plan.connectors.Kafka
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset}

/** Reads and writes of Kafka in the DataSource V2 interface. */
final class KafkaTablesSuite extends AnyFunSuite {

  private def relation(options: (String, String)*): DataSourceV2Relation = {
    val all = new java.util.HashMap[String, String]
    (options :+ "kafka.bootstrap.servers" -> "h").foreach { case (key, value) => all.put(key, value) }
    DataSourceV2Relation(new TestTable, Nil, None, None, new CaseInsensitiveStringMap(all))
  }

  private def topics(plan: LogicalPlan): (Vector[DatasetId], Vector[DatasetId]) = {
    val lineage = TestSpark.lineage.of(plan)
    (lineage.sources.map(_.id), lineage.sinks.map(_.dataset.id))
  }

  private def topic(name: String) = Vector(DatasetId("kafka://h:9092", name))

  test("with one map of options a read has the topic of subscribe, and a write that of topic") {
    val both = relation("subscribe" -> "in", "topic" -> "out")
    assert(topics(both)._1 == topic("in"))
    val rows = TestSpark.spark.sql("SELECT c AS value FROM t").queryExecution.analyzed
    assert(topics(AppendData.byName(both, rows))._2 == topic("out"))
  }

  test("a write without the option has the topic in its rows") {
    val rows = TestSpark.spark.sql("SELECT c AS value, 'mine' AS topic FROM t").queryExecution.analyzed
    assert(topics(AppendData.byName(relation(), rows))._2 == topic("mine"))
  }

  test("a topic that is one of several literals is each of them") {
    def topicsOf(column: String) = {
      val rows = TestSpark.spark.sql(s"SELECT c AS value, $column AS topic FROM t")
      sink(rows.queryExecution.analyzed)
    }
    val both = RemoteDataset.Tables(topic("x") ++ topic("y"))
    assert(topicsOf("CASE WHEN a > 1 THEN 'x' WHEN a > 0 THEN 'y' ELSE 'x' END") == both)
    assert(topicsOf("if(a > 1, 'x', coalesce(null, 'y'))") == both)
    for (computed <- Seq("CASE WHEN a > 1 THEN 'x' ELSE c END", "concat('x', c)", "NULL"))
      assert(topicsOf(computed).isInstanceOf[RemoteDataset.Unresolved])
  }

  private def sink(rows: LogicalPlan): RemoteDataset =
    Kafka.sink(ConnectorOptions(Seq("kafka.bootstrap.servers" -> "h")), rows)
}
