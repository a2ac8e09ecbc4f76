package io.headwater.shell.environment

import java.util.Map.Entry

/** The signal that has begun the shutdown of the JVM. Spark stops the context in a shutdown hook then, with exit code 0, as
  * it does for a program that ends without `stop()`.
  */
object ShutdownSignal {
  private val handler = "SIG(HUP|INT|TERM) handler".r
  private val numbers = Map("HUP" -> 1, "INT" -> 2, "TERM" -> 15)
  private val hooks = "java.lang.ApplicationShutdownHooks"

  /** Spark's scripts stop its servers by SIGTERM (`stop-thriftserver.sh`), so that this is their regular end. */
  private val servers = Vector("hive.thriftserver.HiveThriftServer2", "connect.service.SparkConnectServer")

  /** The exit code that the signal gives to the process; `None` if no signal has begun the shutdown, and for a server. */
  def exitCode: Option[Int] =
    if (servers.exists(commandLine.contains(_))) None
    else number(threads).map(_ + 128)

  /** The JVM runs the handler of a signal on a thread with the signal's name. That thread waits for the shutdown hooks, if
    * the signal has begun the shutdown. A signal that comes during a shutdown has a thread without hooks.
    */
  private[environment] def number(threads: Iterable[(String, Vector[StackTraceElement])]): Option[Int] =
    threads.collectFirst {
      case (handler(name), stack) if stack.exists(_.getClassName == hooks) => numbers(name)
    }

  private def threads: Vector[(String, Vector[StackTraceElement])] =
    Thread.getAllStackTraces.entrySet
      .toArray(Array.empty[Entry[Thread, Array[StackTraceElement]]])
      .toVector.map(entry => entry.getKey.getName -> entry.getValue.toVector)

  private def commandLine: String = Option(System.getProperty("sun.java.command")).getOrElse("")
}
