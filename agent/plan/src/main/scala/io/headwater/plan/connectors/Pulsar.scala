package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.util.{Accessors, ClassNames}

/** The Pulsar connector. A dataset is a topic with its full name, `persistent://tenant/namespace/topic`.
  * Short names are completed, and the partitions of a topic are one dataset. With a pattern the topics are
  * known only from the offsets.
  */
object Pulsar extends Connector("org.apache.spark.sql.pulsar.") {
  override val shortNames: Set[String] = Set("pulsar")
  override val onlyAppends: Boolean = true

  /** The relation of a batch has no options. It has the address of the service and the offset to read of
    * each topic.
    */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (!ClassNames.isA(relation, "org.apache.spark.sql.pulsar.PulsarRelation")) Map.empty
    else {
      val fields = new Accessors(relation)
      val client = fields.field[java.util.Map[String, AnyRef]]("clientConf")
      val offsets = new Accessors(fields.field[AnyRef]("endingOffset"))
      val topics = offsets.value[collection.Map[String, AnyRef]]("topicOffsets").keys
      Option(client.get("service.url")).map(url => "service.url" -> url.toString).toMap +
        ("topics" -> topics.mkString(","))
    }

  def source(options: ConnectorOptions): RemoteDataset = {
    val topics = options("topic", "topics").toVector.flatMap(_.split(',')).map(_.trim).filter(_.nonEmpty)
    options("service.url") match {
      case Some(url) if topics.nonEmpty =>
        val namespace = s"pulsar://${HostPorts.first(url, 6650)}"
        RemoteDataset.Tables(topics.map(fullName).distinct.map(DatasetId(namespace, _)))
      case Some(_) if options("topicsPattern").isDefined =>
        RemoteDataset.Unresolved("the topics that match the pattern are unknown to the driver")
      case Some(_) => RemoteDataset.Unresolved("no option names a topic")
      case None => RemoteDataset.Unresolved("no option names a service")
    }
  }

  private def fullName(topic: String): String = {
    val name = topic.replaceFirst("-partition-\\d+$", "")
    if (name.contains("://")) name
    else if (name.contains('/')) s"persistent://$name"
    else s"persistent://public/default/$name"
  }
}
