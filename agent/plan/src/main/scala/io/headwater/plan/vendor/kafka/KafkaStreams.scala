package io.headwater.plan.vendor.kafka

import scala.util.Try

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.read.streaming.Offset
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.Dataset
import io.headwater.plan.connectors.Kafka
import io.headwater.plan.naming.{ConnectorOptions, JobNameSuffix, RemoteDataset, Schemas}
import io.headwater.plan.relations.RemoteScopes
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.plan.writes.{SaveIntoDataSource, WriteLineage, WriteToStream}
import io.headwater.util.{Accessors, ClassNames, Named}

/** Kafka in the plan of a streaming query and of its batches. The topics of a batch come from its offsets,
  * for every form of subscription. Nodes are read by accessor name: the connector is optional, and the
  * classes of the plan move between Spark versions.
  */
object KafkaStreams {
  private val connector = "org.apache.spark.sql.kafka010."

  val rule: Rule = {
    case p
        if ClassNames.simple(p).startsWith("StreamingDataSourceV2") && isKafka(
          new Accessors(p).value[AnyRef]("stream")
        ) =>
      NodeLineage.leaf(context => RemoteScopes.of(context, source(new Accessors(p)), p.output))

    case p @ Named("StreamingRelationV2") if isKafka(new Accessors(p).value[AnyRef]("table")) =>
      val options = new Accessors(p).value[CaseInsensitiveStringMap]("extraOptions")
      NodeLineage.leaf(context =>
        RemoteScopes.of(context, Kafka.source(ConnectorOptions.of(options)), p.output)
      )

    case p @ Named("WriteToMicroBatchDataSource") if isKafka(WriteToStream.sink(new Accessors(p))) =>
      val write = new Accessors(p)
      lineage(write.value[LogicalPlan]("query"))(_ => WriteToStream.options(write))

    case p @ Named("WriteToStream") if isKafka(new Accessors(p).value[AnyRef]("sink")) =>
      lineage(new Accessors(p).value[LogicalPlan]("inputQuery"))(_.session.sinkOptions)

    case p @ Named("WriteToContinuousDataSource") if isKafka(new Accessors(p).value[AnyRef]("write")) =>
      val write = new Accessors(new Accessors(p).value[AnyRef]("write"))
      lineage(new Accessors(p).value[LogicalPlan]("query"))(_ => options(write))
  }

  /** The options of a `KafkaStreamingWrite`. */
  private def options(write: Accessors): Map[String, String] = {
    val servers =
      Option(write.field[java.util.Map[String, AnyRef]]("producerParams").get("bootstrap.servers"))
    servers.map("kafka.bootstrap.servers" -> _.toString).toMap ++
      write.field[Option[String]]("topic").map("topic" -> _)
  }

  private def lineage(query: LogicalPlan)(options: RuleContext => Map[String, String]): NodeLineage =
    WriteLineage.toDatasets(query, _ => query.output.map(_.name)) { context =>
      val topics = Kafka.sink(ConnectorOptions(options(context)), query)
      SaveIntoDataSource.ids(context, topics).map { id =>
        val dataset = Dataset(id, Schemas.fields(query.output))
        Target(dataset, JobNameSuffix.ofLocation(dataset))
      }
    }

  private def isKafka(part: AnyRef): Boolean = part.getClass.getName.startsWith(connector)

  private def source(relation: Accessors): RemoteDataset = {
    val stream = new Accessors(relation.value[AnyRef]("stream"))
    def parametersIn(field: String) = stream.field[java.util.Map[String, AnyRef]](field)
    val parameters = Try(parametersIn("executorKafkaParams")) // of a micro-batch
      .getOrElse(parametersIn("kafkaParams")) // of a continuous stream
    val servers = Option(parameters.get("bootstrap.servers")).map("kafka.bootstrap.servers" -> _.toString)
    val offsets = Seq("endOffset", "startOffset").flatMap(relation.value[Option[Offset]](_)).map(_.json)
    val topics = offsets.flatMap(Kafka.topicKeys).distinct.toVector
    if (topics.isEmpty) RemoteDataset.Unresolved("the batch's offsets name no topic")
    else Kafka.topics(ConnectorOptions(servers), topics)
  }
}
