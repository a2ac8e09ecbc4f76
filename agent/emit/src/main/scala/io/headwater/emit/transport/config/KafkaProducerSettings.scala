package io.headwater.emit.transport.config

import java.util.Properties

import org.apache.kafka.clients.producer.ProducerConfig

/** The properties of Kafka's producer. Loads classes of kafka-clients. */
private[transport] object KafkaProducerSettings {
  private val serializer = "org.apache.kafka.common.serialization.StringSerializer"
  private val timeoutMillis = KafkaSettings.defaultTimeoutMillis.toString

  /** Kafka rejects a delivery timeout that is shorter than the request timeout, so the defaults apply to both or to
    * neither.
    */
  private val requestTimeouts =
    Vector(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)

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
    if (!requestTimeouts.exists(user.containsKey)) requestTimeouts.foreach(all.setProperty(_, timeoutMillis))
    user.forEach { (k, v) => all.put(k, v); () }
    all
  }

  /** The first property that Kafka rejects: its name, its value and Kafka's message. */
  def firstInvalid(properties: Properties): Option[(String, String, String)] = {
    val values = new java.util.HashMap[String, String]
    withDefaults(properties).forEach { (k, v) => values.put(k.toString, v.toString); () }
    var invalid = Option.empty[(String, String, String)]
    ProducerConfig.configDef().validate(values).forEach { value =>
      if (invalid.isEmpty && !value.errorMessages.isEmpty)
        invalid = Some((value.name, Option(values.get(value.name)).getOrElse(""), value.errorMessages.get(0)))
    }
    invalid
  }
}
