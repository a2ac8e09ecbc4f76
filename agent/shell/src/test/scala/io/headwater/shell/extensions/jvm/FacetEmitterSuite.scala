package io.headwater.shell.extensions.jvm

import org.scalatest.funsuite.AnyFunSuite

import io.openlineage.client.OpenLineage.{JobFacet, RunFacet}
import io.openlineage.spark.builtin.scala.v1.{FacetEmitter, FacetReceiver}

final class FacetEmitterSuite extends AnyFunSuite {

  private final class Agent extends FacetReceiver {
    @volatile var terminated = false
    def runFacet(name: String, facet: RunFacet): Unit = ()
    def jobFacet(name: String, facet: JobFacet): Unit = ()
  }

  test("after the end of an application a facet is too late, until the next one starts") {
    val first = new Agent
    FacetEmitter.register(first)
    assert(!FacetEmitter.isTerminatingEventSent())
    first.terminated = true
    assert(FacetEmitter.isTerminatingEventSent())
    FacetEmitter.unregister(first)
    assert(FacetEmitter.isTerminatingEventSent())
    val second = new Agent
    FacetEmitter.register(second)
    FacetEmitter.unregister(first) // late: another application has registered
    assert(!FacetEmitter.isTerminatingEventSent())
    FacetEmitter.unregister(second)
    assert(FacetEmitter.isTerminatingEventSent())
  }
}
