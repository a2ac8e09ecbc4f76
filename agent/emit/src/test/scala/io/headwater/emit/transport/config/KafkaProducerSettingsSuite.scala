package io.headwater.emit.transport.config

import java.time.Duration
import java.util.Properties

import org.apache.kafka.clients.producer.{KafkaProducer, ProducerConfig}
import org.scalatest.funsuite.AnyFunSuite

class KafkaProducerSettingsSuite extends AnyFunSuite {
  private def settings(own: (String, String)*): Properties = {
    val all = new Properties
    (own :+ ("bootstrap.servers" -> "127.0.0.1:1")).foreach { case (k, v) => all.setProperty(k, v) }
    all
  }

  test("Kafka accepts the agent's time-outs beside any linger.ms, also that of kafka-clients 4") {
    for (linger <- Vector("0", "5", "60000")) {
      val all = KafkaProducerSettings.withDefaults(settings("linger.ms" -> linger))
      assert(all.getProperty("delivery.timeout.ms") == (10000 + linger.toInt).toString)
      new KafkaProducer[String, String](all).close(Duration.ZERO)
    }
    val kafkas =
      ProducerConfig.configDef.defaultValues.get("linger.ms").toString.toInt // 5 from kafka-clients 4 on
    val all = KafkaProducerSettings.withDefaults(settings())
    assert(all.getProperty("delivery.timeout.ms") == (10000 + kafkas).toString)
    for (own <- Vector("request.timeout.ms", "delivery.timeout.ms")) {
      val all = KafkaProducerSettings.withDefaults(settings(own -> "40000"))
      assert(Vector("request.timeout.ms", "delivery.timeout.ms").count(all.containsKey) == 1, own)
    }
  }

  test("a delivery time-out that Kafka would refuse is named before a producer is created") {
    val found = KafkaProducerSettings.firstInvalid(settings("delivery.timeout.ms" -> "5000"))
    assert(found.map(_._1) == Some("delivery.timeout.ms") && found.exists(_._3.contains("which are 30000")))
    assert(KafkaProducerSettings.firstInvalid(settings("linger.ms" -> "5")).isEmpty)
    assert(KafkaProducerSettings.firstInvalid(settings("request.timeout.ms" -> "200000")).isEmpty)
  }
}
