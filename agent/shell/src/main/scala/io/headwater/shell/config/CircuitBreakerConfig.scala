package io.headwater.shell.config

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.breaker.CircuitBreaker

/** The section of the circuit breaker. The breaker itself reads its options. */
object CircuitBreakerConfig extends ConfigSection {
  private val name = "circuitBreaker"

  val circuitBreaker = subtree(
    s"$name.**",
    "Circuit breaker: the condition under which plans are not read, by default a full heap. Its type, and the options of " +
      "that type."
  )

  def read(values: ConfigValues): CircuitBreaker =
    circuitBreaker.read(values) match {
      case Some(_: Leaf | _: Items) =>
        values.reject(name, "", "not a section; write circuitBreaker.type")
      case section =>
        val options = section.collect { case branch: Branch => branch }
        InvalidConfig.check(CircuitBreaker.read(s"${ConfigKey.prefix}$name", options, values.redactor))
    }
}
