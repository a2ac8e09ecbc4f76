package io.headwater.emit.breaker

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{Callable, CountDownLatch}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.redaction.Redactor
import io.openlineage.client.circuitBreaker.{
  CircuitBreaker => ClientBreaker,
  CircuitBreakerBuilder,
  CircuitBreakerConfig,
  CircuitBreakerState
}

class UserBreakerSuite extends AnyFunSuite {
  test("a breaker of a user that does not answer does not trip, and is asked once") {
    val section = Branch(Map("type" -> Leaf("hanging")))
    val breaker =
      CircuitBreaker.read("circuitBreaker", Some(section), Redactor.default).fold(p => fail(p.line), identity)
    assert((1 to 3).forall(_ => breaker.tripped.isEmpty))
    assert(HangingBreaker.calls.get == 1)
  }
}

/** Found by `ServiceLoader`. */
class HangingBreaker extends CircuitBreakerBuilder with CircuitBreakerConfig {
  def getType: String = "hanging"
  def getConfig: CircuitBreakerConfig = new HangingBreaker
  def build(config: CircuitBreakerConfig): ClientBreaker = new ClientBreaker {
    def currentState: CircuitBreakerState = {
      HangingBreaker.calls.incrementAndGet()
      new CountDownLatch(1).await() // for ever
      throw new IllegalStateException("never")
    }
    def run[T](callable: Callable[T]): T = throw new UnsupportedOperationException
    override def close(): Unit = ()
  }
}

object HangingBreaker {
  val calls = new AtomicInteger
}
