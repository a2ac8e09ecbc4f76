package io.headwater.shell.extensions.jvm.traits

import java.net.URI
import java.time.{Duration, Instant}
import java.util.UUID
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.sql.catalyst.plans.logical.{OneRowRelation, Project}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{JobId, JobType}
import io.headwater.redaction.Redactor
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{BoundedCalls, RunDraft}
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.meters.ExtensionTimings
import io.openlineage.client.OpenLineage

class HangingVisitorSuite extends AnyFunSuite {

  test("the visitor of a shaded library that hangs is called once, and not once for each class of node") {
    val visitor = new HangingVisitor
    val timings = new ExtensionTimings
    val calls =
      new BoundedCalls(Duration.ofMillis(200), getClass.getClassLoader, Redactor.default, timings)
    val nodes = new LineageNodes(
      new ScalaTraits(new OpenLineage(URI.create("urn:headwater:test"))),
      Vector(new ShadedVisitor("com.acme.Provider", visitor, "com.acme.shaded")),
      calls
    )
    val draft = RunDraft(
      SparkExecution.Query(1),
      Instant.EPOCH,
      new UUID(0, 1),
      JobId("default", "app"),
      JobType.sql,
      None,
      Set.empty
    )
    try {
      val plan = Project(Nil, OneRowRelation())
      assert(nodes.consult(draft, new Nodes(Some(plan), None), "Start").nodeResults.isEmpty)
      assert(visitor.calls.get == 1)
      assert(timings.all.map(c => c.extension -> c.errors) == Vector("com.acme.Provider" -> 2L))
    } finally visitor.released.countDown()
  }
}

/** A visitor of a library, which hangs and never answers whether it knows an object. */
class HangingVisitor {
  val calls = new AtomicInteger
  val released = new CountDownLatch(1)
  def isDefinedAt(value: Object): Boolean = {
    calls.incrementAndGet()
    while (released.getCount > 0)
      try released.await()
      catch { case _: InterruptedException => () } // an interrupt does not end it
    false
  }
}
