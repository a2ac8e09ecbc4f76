package io.headwater.shell

import java.nio.file.Path
import java.time.Instant
import java.util.UUID

import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.model.{Application, JobId, RunRef}
import io.headwater.shell.config.{AgentConfig, ConfigReader}
import io.headwater.shell.extensions.{
  EmittedFacetStore,
  ExtensionCoordinator,
  ExtensionRequest,
  ExtensionResponse,
  Extensions
}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.handlers.SkippedPlans
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters

/** What handlers need of an application that has no settings and no extensions.
  *
  * @param folder
  *   its working directory
  */
final class TestApplication(folder: Path) {
  val config: AgentConfig =
    ConfigReader.read(Map.empty, Map.empty, folder, folder).fold(p => sys.error(p.line), identity)
  val meters = new Meters
  val skipped = new SkippedPlans(CircuitBreaker.never, new ThrottledLog(config.redactor), meters)
  val facets = new RunFacets(Set.empty, Vector.empty)
  val extensions = new ExtensionCoordinator(
    NoExtensions,
    new EmittedFacetStore,
    Signal.ApplicationStarted(
      Instant.EPOCH,
      RunRef(UUID.randomUUID, JobId("default", "app")),
      Application("app", "id", "user", "4.0.0"),
      Map.empty,
      None
    ),
    meters.extensionTimings
  )
}

private object NoExtensions extends Extensions {
  def consult(request: ExtensionRequest): ExtensionResponse = ExtensionResponse.none
  def wantsJobs: Boolean = false
  def wantsProgress: Boolean = false
}
