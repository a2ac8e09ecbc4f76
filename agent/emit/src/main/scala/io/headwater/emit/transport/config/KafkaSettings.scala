package io.headwater.emit.transport.config

import java.util.Properties

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.util.Attempts

/** Validates a `kafka` section. It also works if kafka-clients is not on the class path. */
private[transport] object KafkaSettings {

  /** The default of the timeouts of a producer. */
  val defaultTimeoutMillis = 10000

  /** The properties that limit the time of a producer for one event. */
  val sendTimeouts: Vector[String] = Vector("max.block.ms", "delivery.timeout.ms")

  def read(section: TransportSection): Either[ConfigProblem, Branch] = {
    val own = section.options.get("properties").collect { case Branch(c) => c }.getOrElse(Map.empty)
    val servers = own.get("bootstrap.servers").exists { case Leaf(v) => v.trim.nonEmpty; case _ => true }
    if (!section.options.text("topicName").exists(_.trim.nonEmpty))
      Left(section.problem("topicName", "", "missing; give the topic for the events"))
    else if (!servers)
      Left(section.problem(
        "properties.bootstrap.servers",
        "",
        "missing; give the brokers, host:port,host:port"
      ))
    else
      invalid(own) match {
        case None => Right(renamed(section.options, own))
        case Some((key, value, message)) =>
          Left(section.problem(s"properties.$key", value, s"$message; correct or remove it"))
      }
  }

  /** `kafka HOST:PORT,HOST:PORT TOPIC`; `headwater replay` reads it. */
  def address(section: Branch): String = {
    val servers =
      section.get("properties").collect { case b: Branch => b }.flatMap(_.get("bootstrap.servers"))
    val hosts = servers.fold("")(text).split(',').map(_.trim).filter(_.nonEmpty).mkString(",")
    s"kafka $hosts ${section.text("topicName").getOrElse("").trim}"
  }

  /** Replaces `localServerId`, the old name of `messageKey`, and converts all properties to text. */
  private def renamed(section: Branch, own: Map[String, ConfigTree]): Branch = {
    val key = section.get("messageKey").orElse(section.get("localServerId")).map("messageKey" -> _)
    Branch(section.children - "localServerId" ++ key + ("properties" -> Branch(own.map { case (k, v) =>
      k -> Leaf(text(v))
    })))
  }

  /** A value as text. The brokers may be written as a list. */
  private def text(tree: ConfigTree): String = tree match {
    case Leaf(v) => v
    case ConfigTree.Items(all) => all.map(text).mkString(",")
    case Branch(_) => ""
  }

  /** The first property that Kafka rejects. If kafka-clients is missing, the error is reported when the transport is built. */
  private def invalid(own: Map[String, ConfigTree]): Option[(String, String, String)] = {
    val properties = new Properties
    own.foreach { case (k, v) => properties.setProperty(k, text(v)) }
    Attempts.caught(KafkaProducerSettings.firstInvalid(properties)).getOrElse(None)
  }
}
