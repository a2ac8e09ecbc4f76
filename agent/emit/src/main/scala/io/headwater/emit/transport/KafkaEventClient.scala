package io.headwater.emit.transport

import java.time.Duration
import java.util.concurrent.{ExecutionException, TimeUnit}

import com.fasterxml.jackson.databind.JsonNode
import org.apache.kafka.clients.producer.{KafkaProducer, ProducerConfig, ProducerRecord}
import org.apache.kafka.common.errors.{
  InvalidTopicException,
  RecordTooLargeException,
  SerializationException,
  TimeoutException
}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.config.KafkaProducerSettings
import io.headwater.util.ClassNames
import io.openlineage.client.transports.KafkaConfig

/** Sends the text of each event to a Kafka topic and reports the broker's error. The transport of openlineage-java is not
  * used: it only logs failures, and its producer retries for two minutes, in addition to the retries of the spool. The
  * producer is created with the first event: a broker whose name cannot be resolved is treated like one that is down.
  */
private[transport] final class KafkaEventClient(config: KafkaConfig) extends EventClient {
  private var producer = Option.empty[KafkaProducer[String, String]] // guarded by `this`

  /** No event is in flight, because `send` waits for each one. */
  def close(): Unit = synchronized {
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

  def send(event: SerializedEvent, within: Duration): Unit =
    try {
      val record = new ProducerRecord(config.getTopicName, key(event.json), event.line)
      open.send(record).get(within.toMillis, TimeUnit.MILLISECONDS)
      ()
    } catch {
      case e: ExecutionException => throw KafkaEventClient.failed(Option(e.getCause).getOrElse(e))
    }

  /** The same key for a run and all its ancestors and descendants, so that their events are in one partition, in order. */
  private def key(event: JsonNode): String = Option(config.getMessageKey).getOrElse {
    val parent = event.path("run").path("facets").path("parent")
    val jobs = Vector(parent.path("root").path("job"), parent.path("job"), event.path("job"))
    val job = jobs.find(_.isObject).getOrElse(event)
    s"run:${job.path("namespace").asText}/${job.path("name").asText}"
  }
}

private[transport] object KafkaEventClient {

  /** @throws java.lang.LinkageError
    *   if kafka-clients is not on the class path
    */
  def of(config: KafkaConfig): EventClient = {
    ProducerConfig.configNames.size
    new KafkaEventClient(config)
  }

  private def failed(e: Throwable): EmissionException = {
    val retryability = e match {
      case _: RecordTooLargeException | _: SerializationException | _: InvalidTopicException =>
        Retryability.Permanent
      case _: TimeoutException => Retryability.Unavailable() // no broker takes records
      case _ => Retryability.Retry()
    }
    new EmissionException(s"${ClassNames.simple(e)}: ${e.getMessage}", retryability)
  }
}
