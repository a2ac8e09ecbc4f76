package io.headwater.shell.handlers

import java.nio.file.Files

import io.headwater.plan.{Rules, TestSpark}
import io.headwater.shell.TestApplication
import io.headwater.shell.queue.BusProgress

/** Makes handlers of events of the test session, each of an application of its own. */
private[handlers] object TestHandler {
  def apply(): QueryEventHandler = {
    val application = new TestApplication(Files.createTempDirectory("handler"))
    new QueryEventHandler(
      application.config,
      TestSpark.shim,
      Rules(TestSpark.shim.rules),
      "app",
      application.extensions,
      application.skipped,
      application.meters,
      application.facets,
      new BusProgress(10000, 0, 0)
    )
  }
}
