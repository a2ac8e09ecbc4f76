package io.headwater.shell

import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}

import scala.runtime.AbstractFunction0

import org.apache.spark.SparkConf

import io.headwater.shell.capture.{Bus, Captured}
import io.headwater.shell.environment.{ClassPreload, Contexts, JvmShutdown}
import io.headwater.shell.extensions.jvm.EarlyFacets
import io.headwater.shell.extensions.python.RunningApplications
import io.headwater.shell.logging.{DriverLog, Guard}
import io.headwater.shell.meters.Meters
import io.headwater.util.TimeLimit

/** The side of the agent that Spark's threads call. It does nothing until the application's start event; then it makes
  * an [[ApplicationAgent]] and passes captured events to it. Each `SparkContext` has an agent of its own, and agents share
  * nothing. The agent of a listener that `spark.extraListeners` names a second time does nothing.
  */
final class Agent(conf: SparkConf) {
  private val log = new DriverLog(classOf[Agent])
  private val guard = new Guard

  /** The agent's own metrics. */
  val meters = new Meters
  private val classes = new ClassPreload(classOf[Agent], guard)
  @volatile private var applicationAgent: Option[ApplicationAgent] = None // set once, by the bus thread
  private val instance = AgentInstances.add(conf)
  private val isFirst = instance == 1
  private var hasBegun = !isFirst // used by the bus thread only, after the constructor
  private val applicationId = Agent.applicationId(conf)
  private val hasEnded = new AtomicBoolean
  @volatile private var shutdownHook: AnyRef = _
  if (instance == 2) log.warn(Agent.namedTwice)
  if (isFirst && Agent.anyOpen) guard("end the application before")(Agent.endStopped(applicationId))
  if (isFirst) guard("receive facets")(EarlyFacets.open(guard))
  if (isFirst) guard("announce the agent to Python") {
    if (Contexts.isActive(applicationId)) startLate() // the program adds the listener itself
    else RunningApplications.agentStarting(applicationId)
  }
  if (ClassPreload.isThriftServer) loadClasses()

  def start(event: Captured.ApplicationStarted): Unit = if (isFirst) {
    hasBegun = true
    guard("start") {
      val opened = new ApplicationAgent(conf, guard, flush, meters)
      applicationAgent = Some(opened)
      opened.offer(event)
      Agent.add(this)
      shutdownHook = JvmShutdown.afterContext(new AbstractFunction0[Unit] {
        def apply(): Unit = stopAtExit()
      })
    }
    if (applicationAgent.isEmpty) Agent.started(conf, guard, ownThread = false)
  }

  /** Starts the agent of an application that had started before the program made the listener. If the `SparkConf` of the
    * listener does not name the application, that is with the first query, job or stream. If the application has another
    * agent, that one sees them all.
    */
  def startLate(): Unit = if (!hasBegun) {
    hasBegun = true
    guard("start late") {
      Option(Contexts.applicationStart).filterNot(_.appId.exists(RunningApplications.isKnown(_)))
        .foreach { event =>
          log.info("Headwater: the program has added the listener; what has run before is not seen")
          RunningApplications.agentStarting(applicationId)
          start(Captured.ApplicationStarted(event))
        }
    }
  }

  /** Whether its application has made way for the next one. A context is active until its listeners have ended. */
  private def isBefore(next: String): Boolean =
    applicationId.nonEmpty && applicationId != next && !Contexts.isActive(applicationId)

  /** Runs what a Spark event asks for, even if the agent is off: the end of the application must arrive. */
  def receive(work: => Unit): Unit = guard.always("receive a Spark event")(work)

  /** Whether an extension uses the events of jobs and stages, or may use them. */
  def wantsJobs: Boolean = applicationAgent.exists(_.wantsJobs)

  /** Captures what a Spark event is of use for, if anything, and enqueues it. If this fails, the Spark event counts as lost. */
  def offer(captured: => Option[Captured]): Unit = applicationAgent match {
    case Some(application) =>
      if (!guard.completes("capture a Spark event")(captured.foreach(application.offer)))
        application.countLost()
    case None => ()
  }

  /** Loads all classes now, because their class loader may be closed. Only the first call has an effect. */
  def loadClasses(): Unit = classes.start()

  /** Waits until all events that Spark's listener bus holds now have been processed, `millis` at most. */
  private def flush(millis: Long): Unit = guard("flush") {
    val limit = TimeLimit.in(millis)
    val processed = new CountDownLatch(1)
    if (Bus.waitUntilEmpty(millis)) applicationAgent.foreach { application =>
      application.offer(Captured.Barrier(processed))
      processed.await(limit.leftNanos, TimeUnit.NANOSECONDS)
    }
  }

  /** Waits until all events are sent, but no longer than `stopTimeoutMillis`. `SparkContext.stop` waits for this. */
  def stop(event: Captured.ApplicationEnded): Unit = if (hasEnded.compareAndSet(false, true)) {
    Agent.remove(this)
    applicationAgent.foreach(stop(_, event))
    if (isFirst) AgentInstances.remove(conf)
  }

  /** Does the same for an application that has ended without its event: the full queue of the listener bus drops it as any
    * other one.
    */
  private def stopWithoutEvent(): Unit = guard.always("stop without an event") {
    if (!hasEnded.get) {
      log.warn(Agent.endDropped)
      stop(Captured.ApplicationEnded(System.currentTimeMillis, None))
    }
  }

  /** At the exit of the JVM. While a thread of the program stops the context, such as a shutdown hook of its own, the event
    * may yet come: the context is active until its listeners have ended.
    */
  private def stopAtExit(): Unit = {
    guard.always("wait for the end of the application") {
      val limit = TimeLimit.in(applicationAgent.fold(0L)(_.stopTimeout.toMillis))
      while (!hasEnded.get && limit.leftMillis > 0 && Contexts.isActive(applicationId))
        Thread.sleep(Agent.pollMillis)
    }
    stopWithoutEvent()
  }

  private def stop(application: ApplicationAgent, event: Captured.ApplicationEnded): Unit = {
    guard.always("stop") {
      val timeout = application.stopTimeout.toMillis
      if (!application.stop(event))
        log.warn(
          s"Headwater is still working after $timeout ms: ${application.waiting} Spark events wait. " +
            "It goes on while the JVM lives; what waits when the JVM ends is lost. " +
            "Increase spark.openlineage.stopTimeoutMillis."
        )
    }
    guard.always("release the extensions and the shutdown hook") {
      try application.close()
      finally if (shutdownHook != null) JvmShutdown.remove(shutdownHook)
      shutdownHook = null
    }
  }
}

object Agent {
  private val open = new ConcurrentLinkedQueue[Agent] // those whose applications have not ended

  private def anyOpen: Boolean = !open.isEmpty
  private def add(agent: Agent): Unit = { open.add(agent); () }
  private def remove(agent: Agent): Unit = { open.remove(agent); () }

  /** Ends the applications before this one, if their contexts have stopped: no event of them can come any more. */
  private def endStopped(next: String): Unit =
    open.forEach(agent => if (agent.isBefore(next)) agent.stopWithoutEvent())

  private val pollMillis = 20L

  private val endDropped =
    "Headwater: the end of the application has not come: a full queue of Spark's listener bus has dropped it. Runs that " +
      "are open end with ABORT. Increase spark.scheduler.listenerbus.eventqueue.capacity."

  private val namedTwice =
    "Headwater: spark.extraListeners names io.openlineage.spark.agent.OpenLineageSparkListener more than once. Only the " +
      "first one works, so each event is sent once. Leave the others out."

  /** The agent has started, or has failed to: scripts in Python that wait for it are told, and facets that it has not taken
    * are dropped.
    */
  private[shell] def started(conf: SparkConf, guard: Guard, ownThread: Boolean): Unit = {
    guard.always("tell Python that the agent has started", ownThread)(
      RunningApplications.agentStarted(applicationId(conf))
    )
    guard.always("drop facets that the agent has not taken", ownThread)(EarlyFacets.close())
  }

  /** The id that Spark has given the application before it makes its listeners. */
  private[shell] def applicationId(conf: SparkConf): String = Option(conf).fold("")(_.get("spark.app.id", ""))
}
