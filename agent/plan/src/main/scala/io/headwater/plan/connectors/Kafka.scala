package io.headwater.plan.connectors

import org.apache.spark.sql.catalyst.expressions.{Alias, CaseWhen, Cast, Coalesce, Expression, If, Literal}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}

/** The Kafka connector. A dataset is a topic, in the namespace of the first bootstrap server.
  *
  * The options `subscribe` and `assign` name the topics of a read. With `subscribePattern` they are known only from
  * the offsets to read, which must cover every partition. The option `topic` is one of writes: Spark passes over it in
  * a read. If a write has no option `topic`, each row has its own topic.
  */
object Kafka extends Connector("org.apache.spark.sql.kafka010.") {
  override val shortNames: Set[String] = Set("kafka")
  override val onlyAppends: Boolean = true

  def source(options: ConnectorOptions): RemoteDataset = {
    val named = options("subscribe").map(topicList).orElse(options("assign").map(topicKeys))
    val offsets = options("endingOffsets", "startingOffsets").filter(_.startsWith("{")).map(topicKeys)
    named.orElse(options("subscribePattern").flatMap(_ => offsets)) match {
      case Some(names) if names.nonEmpty => topics(options, names)
      case _ if options("subscribePattern").isDefined =>
        RemoteDataset.Unresolved("the topics that match the pattern are unknown to the driver")
      case _ => RemoteDataset.Unresolved("no option names a topic")
    }
  }

  /** The topics that rows are written to: the option `topic`, or else the column `topic` if all its values are literals. */
  override def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset = {
    val columns = query match {
      case p: Project =>
        p.projectList.collect { case a: Alias if a.name.equalsIgnoreCase("topic") => a.child }
      case _ => Nil
    }
    def inRows = columns.headOption.flatMap(literals).filter(_.nonEmpty)
    options("topic").map(Vector(_)).orElse(inRows) match {
      case Some(names) => topics(options, names)
      case None => RemoteDataset.Unresolved("each row has its own topic")
    }
  }

  /** The values that an expression can have, if all of them are literals. A row without a topic fails the write. */
  private def literals(topic: Expression): Option[Vector[String]] = topic match {
    case Literal(value, _) => Some(Option(value).map(_.toString).toVector)
    case CaseWhen(branches, elseValue) => literals(branches.map(_._2) ++ elseValue)
    case If(_, yes, no) => literals(Seq(yes, no))
    case Coalesce(values) => literals(values)
    case c: Cast => literals(c.child).filter(_.isEmpty) // of a NULL
    case _ => None
  }

  private def literals(values: Seq[Expression]): Option[Vector[String]] = {
    val found = values.map(literals(_))
    if (found.forall(_.isDefined)) Some(found.flatten.flatten.toVector) else None
  }

  def topics(options: ConnectorOptions, names: Vector[String]): RemoteDataset =
    options("kafka.bootstrap.servers") match {
      case Some(servers) => RemoteDataset.Tables(names.distinct.map(DatasetId(namespace(servers), _)))
      case None => RemoteDataset.Unresolved("no option names a bootstrap server")
    }

  /** The namespace of the first server, without its protocol. The default port is 9092. */
  def namespace(servers: String): String = s"kafka://${HostPorts.first(servers, 9092)}"

  private def topicList(topics: String): Vector[String] =
    topics.split(',').toVector.map(_.trim).filter(_.nonEmpty)

  /** The keys of a JSON object such as `{"topic":{"0":1}}` or `{"topic":[0]}`. The name of a topic has no
    * quotes in it.
    */
  private[plan] def topicKeys(json: String): Vector[String] = {
    val inner = json.trim.stripPrefix("{").replaceAll("\\{[^{}]*\\}|\\[[^\\[\\]]*\\]", "")
    "\"([^\"]+)\"\\s*:".r.findAllMatchIn(inner).map(_.group(1)).toVector
  }
}
