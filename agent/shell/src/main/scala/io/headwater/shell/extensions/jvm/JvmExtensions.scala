package io.headwater.shell.extensions.jvm

import java.util.{ServiceLoader, UUID}

import io.headwater.emit.facets.EventSettings
import io.headwater.model.ExtensionError
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.extensions.jvm.factories.{Factories, RunContextFactory}
import io.headwater.shell.extensions.jvm.traits.{LineageNodeReader, LineageNodes, ScalaTraits, ShadedVisitor}
import io.headwater.shell.extensions.snapshot.Subjects
import io.headwater.shell.extensions.{
  BoundedCalls,
  EmittedFacetStore,
  ExtensionRequest,
  ExtensionResponse,
  Extensions
}
import io.headwater.shell.logging.Guard
import io.headwater.shell.meters.ExtensionTimings
import io.headwater.util.ClassLoaders
import io.openlineage.client.OpenLineage
import io.openlineage.spark.agent.lifecycle.SparkOpenLineageExtensionVisitorWrapper
import io.openlineage.spark.api.OpenLineageEventHandlerFactory
import io.openlineage.spark.extension.OpenLineageExtensionProvider

/** The extensions in this JVM: factories of `io.openlineage.spark.api`, and plan nodes, relations and data sources
  * that implement the lineage traits.
  */
final class JvmExtensions private (
    factories: Factories,
    lineageNodes: LineageNodes,
    loadErrors: Vector[ExtensionError],
    calls: BoundedCalls,
    emitted: EmittedFacets
) extends Extensions {
  private var pendingErrors = loadErrors // until the first event reports them

  def consult(request: ExtensionRequest): ExtensionResponse =
    if (request.onlyOfSubjects) ExtensionResponse.none else consultAll(request)

  private def consultAll(request: ExtensionRequest): ExtensionResponse = {
    val reported = ExtensionResponse.ofErrors(pendingErrors)
    pendingErrors = Vector.empty
    val nodeResponse = request.start.fold(ExtensionResponse.none) { case (draft, nodes) =>
      lineageNodes.consult(draft, nodes, JvmExtensions.startEvent)
    }
    reported ++ nodeResponse ++ factories.consult(request)
  }

  def wantsJobs: Boolean = !factories.isEmpty

  /** The published API has no builders of progress. */
  def wantsProgress: Boolean = false

  /** Limits the time of all remaining calls together; used when the application ends. */
  def limitTo(millis: Long): Unit = calls.limitTo(millis)

  def close(): Unit = emitted.unregister()
}

object JvmExtensions {

  /** Nodes are read at this event; their lineage is for the whole run. */
  private val startEvent = "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart"

  /** After this many names the search for providers ends: `ServiceLoader` can return an unreadable file for ever. */
  private val maxProviders = 1000

  /** Loads the extensions of one application. */
  def open(
      config: AgentConfig,
      application: UUID,
      settings: EventSettings,
      emittedFacets: EmittedFacetStore,
      guard: Guard,
      timings: ExtensionTimings
  ): JvmExtensions = {
    val calls = new BoundedCalls(config.extensions.timeout, ClassLoaders.ofUser, config.redactor, timings)
    val emitted = new EmittedFacets(emittedFacets, guard, calls)
    val openLineage = new OpenLineage(settings.producer)
    val (found, factoryErrors) = loadFactories(calls)
    val enabled = found.filterNot(f => config.extensions.disabled(f.getClass.getName))
    val (shaded, visitorErrors) = shadedVisitors(config, ClassLoaders.ofUser, calls)
    emitted.register()
    val scalaTraits = new ScalaTraits(openLineage)
    val contexts = new RunContextFactory(
      openLineage,
      () => PublishedConfig.of(config),
      new SparkOpenLineageExtensionVisitorWrapper(new LineageNodeReader(scalaTraits +: shaded)),
      application
    )
    new JvmExtensions(
      new Factories(enabled, contexts, new Subjects(config.redactor), calls),
      new LineageNodes(scalaTraits, shaded, calls),
      factoryErrors ++ visitorErrors,
      calls,
      emitted
    )
  }

  private def loadFactories(calls: BoundedCalls)
      : (Vector[OpenLineageEventHandlerFactory], Vector[ExtensionError]) = {
    val loader = ClassLoaders.ofUser
    val (found, errors) = load(classOf[OpenLineageEventHandlerFactory], loader, calls)
    val (others, otherErrors) = loadDocumented(loader, found.map(_.getClass.getName).toSet, calls)
    val unread = MisplacedServices.unread(loader).map(calls.rejected(_, "load", MisplacedServices.reason))
    (found ++ others, errors ++ otherErrors ++ unread)
  }

  /** The factories in the folder that the published documentation names, which `ServiceLoader` does not read. */
  private def loadDocumented(loader: ClassLoader, loaded: Set[String], calls: BoundedCalls)
      : (Vector[OpenLineageEventHandlerFactory], Vector[ExtensionError]) = {
    val names = MisplacedServices.factories(loader)
    if (names.isEmpty) (Vector.empty, Vector.empty)
    else create(names.filterNot(loaded), loader, calls)
  }

  private def create(names: Vector[String], loader: ClassLoader, calls: BoundedCalls)
      : (Vector[OpenLineageEventHandlerFactory], Vector[ExtensionError]) = {
    val attempts = names.map(name =>
      calls.untimed(name, "load")(
        classOf[OpenLineageEventHandlerFactory].cast(
          loader.loadClass(name).getDeclaredConstructor().newInstance()
        )
      )
    )
    (attempts.collect { case Right(f) => f }, attempts.collect { case Left(e) => e })
  }

  private def shadedVisitors(
      config: AgentConfig,
      loader: ClassLoader,
      calls: BoundedCalls
  ): (Vector[ShadedVisitor], Vector[ExtensionError]) = {
    val (providers, errors) = load(classOf[OpenLineageExtensionProvider], loader, calls)
    val visitors =
      providers.filter(p => config.extensions.onlyProvider.forall(_ == p.getClass.getName)).map(p =>
        calls.call(p.getClass.getName, "getVisitorClassName")(ShadedVisitor.of(p))
      )
    (visitors.collect { case Right(v) => v }, errors ++ visitors.collect { case Left(e) => e })
  }

  /** The providers of a service, and an error for each that cannot be created. */
  private def load[A <: AnyRef](service: Class[A], loader: ClassLoader, calls: BoundedCalls)
      : (Vector[A], Vector[ExtensionError]) = {
    val providers = ServiceLoader.load(service, loader).iterator
    val attempts = Iterator.continually(
      calls.untimed(service.getName, "load")(if (providers.hasNext) Some(providers.next()) else None)
    ).take(maxProviders).takeWhile(!_.contains(None)).toVector
    (attempts.collect { case Right(Some(p)) => p }, attempts.collect { case Left(e) => e }.distinct)
  }
}
