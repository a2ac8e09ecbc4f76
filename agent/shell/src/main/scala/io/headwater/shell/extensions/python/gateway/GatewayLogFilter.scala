package io.headwater.shell.extensions.python.gateway

import java.util.logging.Logger

/** Keeps py4j from logging what the agent's own gateway does: its loggers print the content of messages. py4j's logging is off
  * when its classes are loaded; a program that turns it on for gateways of its own, such as PySpark's, has their lines.
  */
private[gateway] object GatewayLogFilter {

  /** Set for the threads that started the gateway, and so for those that they start. */
  private val isOwn = new InheritableThreadLocal[Boolean]

  /** The loggers of the classes that a gateway with one command uses. */
  private lazy val loggers: Vector[Logger] =
    Vector("CallbackClient", "Gateway", "GatewayConnection", "GatewayServer", "NetworkUtil", "ReturnObject")
      .map("py4j." + _).:+("py4j.commands.AbstractCommand").map(Logger.getLogger)

  private lazy val filtered: Unit = loggers.foreach { logger =>
    val before = Option(logger.getFilter)
    logger.setFilter(record => !isOwn.get && before.forall(_.isLoggable(record)))
  }

  /** Runs `work` without log lines of py4j on this thread, and on the threads that it starts. */
  def silently(work: => Unit): Unit = {
    filtered
    val before = isOwn.get
    isOwn.set(true)
    try work
    finally isOwn.set(before)
  }
}
