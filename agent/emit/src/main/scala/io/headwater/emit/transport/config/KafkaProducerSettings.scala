package io.headwater.emit.transport.config

import java.util.Properties

import scala.util.Try

import org.apache.kafka.clients.producer.ProducerConfig

/** The properties of Kafka's producer. Loads classes of kafka-clients. */
private[transport] object KafkaProducerSettings {
  private val serializer = "org.apache.kafka.common.serialization.StringSerializer"
  private val timeoutMillis = KafkaSettings.defaultTimeoutMillis.toString

  private val request = ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG
  private val delivery = ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG
  private val linger = ProducerConfig.LINGER_MS_CONFIG

  /** The user's properties over the agent's defaults. The spool retries: a producer that retries as well would send
    * events twice.
    */
  def withDefaults(user: Properties): Properties = {
    val all = new Properties
    all.setProperty(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, serializer)
    all.setProperty(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, serializer)
    all.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMillis)
    all.setProperty(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, "500") // Kafka logs a line for each attempt
    all.setProperty(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "5000")
    user.forEach { (k, v) => all.put(k, v); () }
    // Kafka rejects a delivery timeout that is shorter than the two others, so the defaults apply to both or to neither
    if (!Vector(request, delivery).exists(user.containsKey)) {
      all.setProperty(request, timeoutMillis)
      number(all, linger).foreach(wait =>
        all.setProperty(delivery, (KafkaSettings.defaultTimeoutMillis + wait).toString)
      )
    }
    all
  }

  /** A value of the properties, or else Kafka's default, which differs between its versions. None if it is no number. */
  private def number(properties: Properties, key: String): Option[Long] =
    Option[Any](properties.get(key)).orElse(Option(ProducerConfig.configDef().defaultValues().get(key)))
      .flatMap(value => Try(value.toString.trim.toLong).toOption)

  /** The first property that Kafka rejects: its name, its value and Kafka's message. */
  def firstInvalid(properties: Properties): Option[(String, String, String)] = {
    val all = withDefaults(properties)
    val values = new java.util.HashMap[String, String]
    all.forEach { (k, v) => values.put(k.toString, v.toString); () }
    var invalid = Option.empty[(String, String, String)]
    ProducerConfig.configDef().validate(values).forEach { value =>
      if (invalid.isEmpty && !value.errorMessages.isEmpty)
        invalid = Some((value.name, Option(values.get(value.name)).getOrElse(""), value.errorMessages.get(0)))
    }
    invalid.orElse(shortDelivery(all))
  }

  /** Kafka compares these three only when it creates a producer. */
  private def shortDelivery(all: Properties): Option[(String, String, String)] =
    for {
      own <- Option(all.getProperty(delivery))
      limit <- number(all, delivery)
      least <- number(all, request).flatMap(r => number(all, linger).map(r + _))
      if limit < least
    } yield (delivery, own, s"shorter than $request and $linger together, which are $least")
}
