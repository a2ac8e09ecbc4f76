package io.headwater.emit.breaker

import scala.util.Try

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.transport.config.ClientConfig
import io.headwater.redaction.Redactor
import io.headwater.util.Deadline
import io.openlineage.client.circuitBreaker.{CircuitBreakerConfig, CircuitBreakerResolver, NoOpCircuitBreaker}

/** Says when lineage is not to be made, and why: asked before each plan is read, by one thread. In openlineage-java's
  * words it is closed then.
  */
trait CircuitBreaker {
  def tripped: Option[String]
}

object CircuitBreaker {
  val never: CircuitBreaker = of(None)
  private val protectsBus = Set("noop", "timeout", "asyncTaskQueue")
  private val types = Vector("simpleMemory", "javaRuntime", "static", "noop", "timeout", "asyncTaskQueue")

  /** Without a section: a heap that is full although it has been collected. `timeout` and `asyncTaskQueue` keep
    * Spark's bus free, as it is here without them. Any other type is a `CircuitBreakerBuilder`'s.
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
        .fold[Either[ConfigProblem, Int]](problem(key, text, "no percentage; write 0 to 100"))(Right(_))
    }
    section.fold[Either[ConfigProblem, CircuitBreaker]](Right(CollectedHeap.real)) { s =>
      s.text("type").map(_.trim).getOrElse("") match {
        case "" => problem("type", "", s"missing; use one of ${types.mkString(", ")}")
        case kind if protectsBus(kind) => Right(never)
        case "static" => Right(new Listed(s.text("valuesReturned").getOrElse("")))
        case "simpleMemory" => percent(s, "memoryThreshold", 20).map(new FreeMemoryBreaker(_))
        case "javaRuntime" =>
          for {
            memory <- percent(s, "memoryThreshold", 20); gc <- percent(s, "gcCpuThreshold", 10)
          } yield new GarbageCollectionBreaker(new FreeMemoryBreaker(memory), gc)
        case kind =>
          Deadline.caught(found(s)).toEither.left.flatMap { _ =>
            problem("type", kind, s"unknown circuit breaker; use one of ${types.mkString(", ")}")
          }
      }
    }
  }

  private def of(reason: => Option[String]): CircuitBreaker = new CircuitBreaker {
    def tripped: Option[String] = reason
  }

  /** One that fails to answer does not stop lineage. Its own threads are not used. openlineage-java's factory knows its
    * own breakers alone: the resolver is asked, which knows the builders on the class path.
    */
  private def found(section: ConfigTree.Branch): CircuitBreaker = {
    val config = ClientConfig.read(section, classOf[CircuitBreakerConfig])
    val theirs = CircuitBreakerResolver.resolveCircuitBreakerByConfig(config) match {
      case _: NoOpCircuitBreaker => throw new IllegalArgumentException("no builder has this type")
      case own => own
    }
    of(Deadline.caught(theirs.currentState).toOption.filter(_.isClosed).map { state =>
      state.getReason.orElse(theirs.getClass.getSimpleName)
    })
  }
}
