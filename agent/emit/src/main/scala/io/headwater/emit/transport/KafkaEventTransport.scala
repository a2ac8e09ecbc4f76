package io.headwater.emit.transport

import java.time.Duration
import java.util.concurrent.{ExecutionException, TimeUnit}

import org.apache.kafka.clients.producer.{KafkaProducer, ProducerConfig, ProducerRecord}
import org.apache.kafka.common.errors.{InvalidTopicException, RecordTooLargeException, SerializationException}

import io.headwater.emit.transport.config.KafkaProducerSettings
import io.openlineage.client.OpenLineage.{DatasetEvent, JobEvent, RunEvent}
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.transports.{KafkaConfig, Transport}

/** Sends to a Kafka topic and reports the broker's error. The transport of openlineage-java is not used: it only logs
  * failures, and its producer retries for two minutes, in addition to the retries of the spool. The producer is created
  * with the first event: a broker whose name cannot be resolved is treated like one that is down.
  */
private[transport] final class KafkaEventTransport(config: KafkaConfig) extends Transport {
  private var producer = Option.empty[KafkaProducer[String, String]] // guarded by `this`

  override def emit(event: RunEvent): Unit = emit(event, Duration.ofMinutes(1))
  override def emit(event: DatasetEvent): Unit = throw new UnsupportedOperationException
  override def emit(event: JobEvent): Unit = throw new UnsupportedOperationException

  /** No event is in flight, because `emit` waits for each one. */
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

  /** The same key for a run and all its ancestors and descendants, so that their events are in one partition, in order. */
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

  /** @throws java.lang.LinkageError
    *   if kafka-clients is not on the class path
    */
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
