package io.headwater.emit.breaker

import java.time.Duration

import scala.util.Try

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.transport.config.ClientConfig
import io.headwater.redaction.Redactor
import io.headwater.util.{Attempts, ClassNames, LimitedCalls}
import io.openlineage.client.circuitBreaker.{CircuitBreakerConfig, CircuitBreakerResolver, NoOpCircuitBreaker}

/** Stops the derivation of lineage while the driver is overloaded. It is checked before each plan is read, by one thread.
  * (openlineage-java calls a tripped breaker closed.)
  */
trait CircuitBreaker {

  /** The reason why no lineage must be derived now, or none. */
  def tripped: Option[String]
}

object CircuitBreaker {
  val never: CircuitBreaker = of(None)
  private val limit = Duration.ofSeconds(2)
  private val withoutEffect = Vector("noop", "timeout", "asyncTaskQueue")
  private val types = Vector("simpleMemory", "javaRuntime", "static") ++ withoutEffect

  /** Reads the section `circuitBreaker`. Without it, the breaker trips if the heap is full after garbage collection. The
    * types `timeout` and `asyncTaskQueue` protect Spark's listener bus, which this agent never blocks, so they have no
    * effect. Any other type is created by its `CircuitBreakerBuilder`.
    */
  def read(
      at: String,
      section: Option[ConfigTree.Branch],
      redactor: Redactor
  ): Either[ConfigProblem, CircuitBreaker] = {
    def problem(key: String, value: String, fix: String) =
      Left(ConfigProblem.of(s"$at.$key", value, fix, redactor))
    def percent(s: ConfigTree.Branch, key: String, default: Int): Either[ConfigProblem, Int] = {
      val text = s.text(key).map(_.trim).getOrElse(default.toString)
      Try(text.toInt).toOption.filter(n => n >= 0 && n <= 100)
        .fold[Either[ConfigProblem, Int]](problem(key, text, "not a percentage; use 0 to 100"))(Right(_))
    }
    section.fold[Either[ConfigProblem, CircuitBreaker]](Right(FullHeapBreaker.ofJvm)) { s =>
      s.text("type").map(_.trim).getOrElse("") match {
        case "" => problem("type", "", s"missing; use one of ${types.mkString(", ")}")
        case kind if withoutEffect.contains(kind) => Right(never)
        case "static" => Right(new StaticBreaker(s.text("valuesReturned").getOrElse("")))
        case "simpleMemory" => percent(s, "memoryThreshold", 20).map(new FreeMemoryBreaker(_))
        case "javaRuntime" =>
          for {
            memory <- percent(s, "memoryThreshold", 20); gc <- percent(s, "gcCpuThreshold", 10)
          } yield new GarbageCollectionBreaker(new FreeMemoryBreaker(memory), gc)
        case kind =>
          Attempts.caught(fromClassPath(s)).toEither.left.flatMap { _ =>
            problem("type", kind, s"unknown circuit breaker; use one of ${types.mkString(", ")}")
          }
      }
    }
  }

  private def of(reason: => Option[String]): CircuitBreaker = new CircuitBreaker {
    def tripped: Option[String] = reason
  }

  /** A breaker of a `CircuitBreakerBuilder` on the class path. If its check throws, it does not trip; after one without an
    * answer in time it never trips. The resolver of openlineage-java is used, because its factory creates only the built-in
    * breakers.
    */
  private def fromClassPath(section: ConfigTree.Branch): CircuitBreaker = {
    val config = ClientConfig.read(section, classOf[CircuitBreakerConfig])
    val breaker = CircuitBreakerResolver.resolveCircuitBreakerByConfig(config) match {
      case _: NoOpCircuitBreaker => throw new IllegalArgumentException("no builder has this type")
      case custom => custom
    }
    val calls = new LimitedCalls("headwater-breaker", limit)
    of(calls(breaker.currentState).toOption.flatMap(Option(_)).filter(_.isClosed).map { state =>
      state.getReason.orElse(ClassNames.simple(breaker))
    })
  }
}
