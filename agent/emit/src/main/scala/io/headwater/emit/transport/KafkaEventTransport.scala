package io.headwater.emit.transport

import java.time.Duration
import java.util.concurrent.{ExecutionException, TimeUnit}

import org.apache.kafka.clients.producer.{KafkaProducer, ProducerConfig, ProducerRecord}
import org.apache.kafka.common.errors.{InvalidTopicException, RecordTooLargeException, SerializationException}

import io.headwater.emit.transport.config.KafkaProducerSettings
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
      ](KafkaProducerSettings.withDefaults(config.getProperties)))
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

  private def failed(e: Throwable): EmissionFailed = {
    val retryability = e match {
      case _: RecordTooLargeException | _: SerializationException | _: InvalidTopicException =>
        Retryability.Permanent
      case _ => Retryability.Retry()
    }
    new EmissionFailed(s"${e.getClass.getSimpleName}: ${e.getMessage}", retryability)
  }
}
