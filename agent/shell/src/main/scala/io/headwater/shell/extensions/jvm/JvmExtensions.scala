package io.headwater.shell.extensions.jvm

import java.util.UUID

import io.headwater.emit.facets.EventSettings
import io.headwater.model.ExtensionError
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.jvm.factories.{Factories, RunTools}
import io.headwater.shell.extensions.jvm.traits.{LineageNodeReader, LineageNodes, ShadedVisitor, Traits}
import io.headwater.shell.extensions.snapshot.Subjects
import io.headwater.shell.extensions.{
  BoundedCalls,
  EmittedFacetStore,
  ExtensionRequest,
  ExtensionResponse,
  Extensions
}
import io.headwater.shell.logging.Guard
import io.openlineage.client.OpenLineage
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper
import io.openlineage.spark.api.OpenLineageEventHandlerFactory
import io.openlineage.spark.builtin.scala.v1.FacetEmitter
import io.openlineage.spark.extension.OpenLineageExtensionProvider

/** Extensions inside this JVM: factories of `io.openlineage.spark.api`, and plan nodes, relations and sources that tell
  * their lineage themselves.
  */
final class JvmExtensions private (
    factories: Factories,
    speaking: LineageNodes,
    loading: Vector[ExtensionError],
    bounded: BoundedCalls,
    emitted: EmittedFacets
) extends Extensions {
  private var untold = loading // until an event names them

  def consult(question: ExtensionRequest): ExtensionResponse = {
    val failed = ExtensionResponse(Map.empty, Vector.empty, untold)
    untold = Vector.empty
    val told = question.started.fold(ExtensionResponse.none) { case (draft, nodes) =>
      speaking.ask(draft, nodes, JvmExtensions.start)
    }
    failed ++ told ++ factories.ask(question)
  }

  def wantsJobs: Boolean = !factories.isEmpty

  /** The application ends: there are so many milliseconds left. */
  def hurry(millis: Long): Unit = bounded.hurry(millis)

  def close(): Unit = FacetEmitter.unregister(emitted)
}

object JvmExtensions {

  /** The event that nodes are asked at: their answers are for the whole run. */
  private val start = "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart"

  /** Those of one application. */
  def open(
      config: AgentConfig,
      application: UUID,
      settings: EventSettings,
      emissions: EmittedFacetStore,
      guard: Guard
  ): JvmExtensions = {
    val emitted = new EmittedFacets(emissions, guard)
    val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
    val bounded = new BoundedCalls(config.extensions.timeout, loader, config.redactor)
    val openLineage = new OpenLineage(settings.producer)
    val (found, broken) = Services.load(classOf[OpenLineageEventHandlerFactory], loader, bounded)
    val made = found.filterNot(f => config.extensions.disabled(f.getClass.getName))
    val (providers, unusable) = Services.load(classOf[OpenLineageExtensionProvider], loader, bounded)
    val visitors =
      providers.filter(p => config.extensions.onlyProvider.forall(_ == p.getClass.getName)).map(p =>
        bounded.ask(p.getClass.getName, "getVisitorClassName")(ShadedVisitor.of(p))
      )
    FacetEmitter.register(emitted)
    val (own, foreign) = (new Traits(openLineage), visitors.collect { case Right(v) => v })
    val tools = new RunTools(
      openLineage,
      PublishedConfig.of(config),
      new SparkOpenLineageExtensionVisitorWrapper(new LineageNodeReader(own +: foreign)),
      application
    )
    new JvmExtensions(
      new Factories(made, tools, new Subjects(config.redactor), bounded),
      new LineageNodes(own, foreign, bounded),
      broken ++ unusable ++ visitors.collect { case Left(e) => e },
      bounded,
      emitted
    )
  }
}
