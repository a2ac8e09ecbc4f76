package io.headwater.shell.extensions.jvm

import java.net.URI
import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor
import io.headwater.shell.extensions.{BoundedCalls, EmittedFacetStore}
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.logging.Guard
import io.headwater.shell.meters.ExtensionTimings
import io.openlineage.client.OpenLineage
import io.openlineage.spark.builtin.scala.v1.FacetEmitter

final class EarlyFacetsSuite extends AnyFunSuite {
  private val guard = new Guard
  private val openLineage = new OpenLineage(URI.create("https://acme.example"))

  private def emit(name: String): Unit = FacetEmitter.emitRunFacet(name, openLineage.newRunFacet())

  private def names(store: EmittedFacetStore): Vector[String] =
    store.takeForApplication(last = true).facets.map(_.name)

  private def agent(store: EmittedFacetStore): EmittedFacets = {
    val calls =
      new BoundedCalls(Duration.ofSeconds(9), getClass.getClassLoader, Redactor.default, new ExtensionTimings)
    new EmittedFacets(store, guard, calls, () => None)
  }

  test("facets that are emitted while the agent starts wait for it") {
    val store = new EmittedFacetStore
    val started = agent(store)
    EarlyFacets.open(guard, () => Some(7L))
    val early = openLineage.newRunFacet()
    FacetEmitter.emitRunFacet("acme_early", early)
    early.getAdditionalProperties.put("word", "changed")
    assert(!FacetEmitter.isTerminatingEventSent())
    started.register()
    EarlyFacets.close()
    emit("acme_late")
    val query = store.takeForRun(SparkExecution.Query(7), Nil)._1.facets
    assert(query.map(f => f.name -> f.json.contains("changed")) == Vector("acme_early" -> false))
    assert(names(store) == Vector("acme_late"))
    started.unregister()
  }

  test("facets are dropped if no agent starts") {
    EarlyFacets.open(guard, () => None)
    for (i <- 1 to 2000) emit(s"acme_$i")
    EarlyFacets.close()
    assert(FacetEmitter.isTerminatingEventSent())
    val store = new EmittedFacetStore
    val next = agent(store)
    next.register()
    assert(names(store).isEmpty)
    next.unregister()
  }

  test("facets are left to an agent that runs") {
    val store = new EmittedFacetStore
    val running = agent(store)
    running.register()
    EarlyFacets.open(guard, () => None)
    emit("acme_one")
    EarlyFacets.close()
    emit("acme_two")
    assert(names(store) == Vector("acme_one", "acme_two"))
    running.unregister()
  }
}
