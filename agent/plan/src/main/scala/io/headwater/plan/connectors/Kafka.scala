package io.headwater.plan.connectors

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.expressions.{Alias, Literal}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, PackagedConnector, RemoteDataset}

/** Kafka: a dataset a topic, in the namespace of the first bootstrap server.
  *
  * `subscribe` and `assign` name topics. A `subscribePattern` names them only where the offsets to read do: they must
  * cover every partition. Rows that are written without the option `topic` say themselves where they go.
  */
object Kafka extends PackagedConnector("org.apache.spark.sql.kafka010.") {
  override val shortNames: Set[String] = Set("kafka")

  def source(options: ConnectorOptions): RemoteDataset = {
    val named = options(
      "topic"
    ).map(Vector(_)).orElse(options("subscribe").map(topicList)).orElse(options("assign").map(topicKeys))
    val offsets = options("endingOffsets", "startingOffsets").filter(_.startsWith("{")).map(topicKeys)
    named.orElse(options("subscribePattern").flatMap(_ => offsets)) match {
      case Some(names) if names.nonEmpty => topics(options, names)
      case _ if options("subscribePattern").isDefined =>
        RemoteDataset.Unresolved("the driver does not know which topics the pattern means")
      case _ => RemoteDataset.Unresolved("no option names a topic")
    }
  }

  /** Where the rows of a query go: where the option `topic` says, else a column of that name, if it is a literal. */
  override def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset = {
    val columns = query match {
      case p: Project =>
        p.projectList.collect { case a: Alias if a.name.equalsIgnoreCase("topic") => a.child }
      case _ => Nil
    }
    (
      options("topic"),
      columns.collectFirst { case Literal(value, _) if value != null => value.toString }
    ) match {
      case (None, Some(topic)) => topics(options, Vector(topic))
      case (None, None) => RemoteDataset.Unresolved("the rows say themselves which topic they go to")
      case _ => source(options)
    }
  }

  def topics(options: ConnectorOptions, names: Vector[String]): RemoteDataset =
    options("kafka.bootstrap.servers") match {
      case Some(servers) => RemoteDataset.Tables(names.distinct.map(DatasetId(namespace(servers), _)))
      case None => RemoteDataset.Unresolved("no option names a bootstrap server")
    }

  /** The first server, without the protocol that may stand before it; 9092 where no port is given. */
  def namespace(servers: String): String = {
    val first = servers.split(',')(0).trim.replaceFirst("^\\w+://", "").toLowerCase(ROOT)
    val port = first.lastIndexOf(':') > first.lastIndexOf(']')
    s"kafka://$first${if (port) "" else ":9092"}"
  }

  private def topicList(topics: String): Vector[String] = topics.split(',').toVector.map(_.trim).filter(_.nonEmpty)

  /** The keys of a JSON object, `{"topic":{"0":1}}` or `{"topic":[0]}`; a topic's name has no quote in it. */
  private[plan] def topicKeys(json: String): Vector[String] = {
    val inner = json.trim.stripPrefix("{").replaceAll("\\{[^{}]*\\}|\\[[^\\[\\]]*\\]", "")
    "\"([^\"]+)\"\\s*:".r.findAllMatchIn(inner).map(_.group(1)).toVector
  }
}
