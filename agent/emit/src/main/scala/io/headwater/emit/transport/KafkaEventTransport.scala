package io.headwater.emit.transport

import java.time.Duration
import java.util.Properties
import java.util.concurrent.{ExecutionException, TimeUnit}

import org.apache.kafka.clients.producer.{KafkaProducer, ProducerConfig, ProducerRecord}
import org.apache.kafka.common.errors.{InvalidTopicException, RecordTooLargeException, SerializationException}

import io.openlineage.client.OpenLineage.{DatasetEvent, JobEvent, RunEvent}
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.transports.{KafkaConfig, Transport}

/** Sends to a topic, and says what the broker said. openlineage-java's own logs what fails and calls it sent, and has a
  * producer try on for two minutes, beside the tries of the spool. The producer is made with the first event: a broker
  * whose name cannot be resolved is one that is down.
  */
private[transport] final class KafkaEventTransport(config: KafkaConfig) extends Transport {
  private var producer = Option.empty[KafkaProducer[String, String]] // guarded by `this`

  override def emit(event: RunEvent): Unit = emit(event, Duration.ofMinutes(1))
  override def emit(event: DatasetEvent): Unit = throw new UnsupportedOperationException
  override def emit(event: JobEvent): Unit = throw new UnsupportedOperationException

  /** Nothing is on its way: each event is waited for. */
  override def close(): Unit = synchronized {
    producer.foreach(_.close(Duration.ZERO))
    producer = None
  }

  private def open: KafkaProducer[String, String] = synchronized {
    val opened =
      producer.getOrElse(new KafkaProducer[
        String,
        String
      ](KafkaEventTransport.settings(config.getProperties)))
    producer = Some(opened)
    opened
  }

  override def emit(event: RunEvent, timeout: Duration): Unit =
    try {
      val record = new ProducerRecord(config.getTopicName, key(event), OpenLineageClientUtils.toJson(event))
      open.send(record).get(timeout.toMillis, TimeUnit.MILLISECONDS)
      ()
    } catch {
      case e: ExecutionException => throw KafkaEventTransport.failed(Option(e.getCause).getOrElse(e))
    }

  /** One for a run and all that it is part of, so that they are in one partition, in their order. */
  private def key(event: RunEvent): String = Option(config.getMessageKey).getOrElse {
    val parent = Option(event.getRun.getFacets).flatMap(f => Option(f.getParent))
    val root = parent.flatMap(p => Option(p.getRoot)).flatMap(r => Option(r.getJob)).map(j =>
      (j.getNamespace, j.getName)
    )
    val (namespace, name) =
      root.orElse(parent.flatMap(p => Option(p.getJob)).map(j => (j.getNamespace, j.getName)))
        .getOrElse((event.getJob.getNamespace, event.getJob.getName))
    s"run:$namespace/$name"
  }
}

private[transport] object KafkaEventTransport {

  /** Throws a `LinkageError` where Kafka's client is missing. */
  def transport(config: KafkaConfig): Transport = {
    ProducerConfig.configNames.size
    new KafkaEventTransport(config)
  }

  private val text = "org.apache.kafka.common.serialization.StringSerializer"
  private val millis = "10000"

  /** Kafka refuses the one where it is shorter than the other. */
  private val together =
    Vector(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)

  /** What the user has not set. The spool tries again: a producer that does so, too, would send twice. */
  def settings(user: Properties): Properties = {
    val all = new Properties
    all.setProperty(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, text)
    all.setProperty(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, text)
    all.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis)
    all.setProperty(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, "500") // a line in Kafka's log each
    all.setProperty(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "5000")
    if (!together.exists(user.containsKey)) together.foreach(all.setProperty(_, millis))
    user.forEach { (k, v) => all.put(k, v); () }
    all
  }

  /** The first property that Kafka finds wrong, with its value and what Kafka says of it. */
  def wrong(properties: Properties): Option[(String, String, String)] = {
    val values = new java.util.HashMap[String, String]
    settings(properties).forEach { (k, v) => values.put(k.toString, v.toString); () }
    var found = Option.empty[(String, String, String)]
    ProducerConfig.configDef().validate(values).forEach { value =>
      if (found.isEmpty && !value.errorMessages.isEmpty)
        found = Some((value.name, Option(values.get(value.name)).getOrElse(""), value.errorMessages.get(0)))
    }
    found
  }

  private def failed(e: Throwable): EmissionFailed = {
    val retryability = e match {
      case _: RecordTooLargeException | _: SerializationException | _: InvalidTopicException =>
        Retryability.Permanent
      case _ => Retryability.Retry()
    }
    new EmissionFailed(s"${e.getClass.getSimpleName}: ${e.getMessage}", retryability)
  }
}
