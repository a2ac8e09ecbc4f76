package io.headwater.shell.environment

import java.io.Closeable
import java.util.concurrent.atomic.AtomicBoolean

import io.headwater.shell.logging.Guard

/** Loads all classes of the agent's jar before its class loader is closed. Jars of `--jars` and `--packages` have a class
  * loader that can be closed. A Thrift server closes it with the first JDBC session (Hive's `SessionState.close`), and a
  * class that was not loaded until then is gone. Without a Thrift server nothing is loaded: all classes take about two
  * seconds of CPU.
  */
final class ClassPreload(own: Class[_], guard: Guard) {
  import ClassPreload._

  private val started = new AtomicBoolean

  /** Loads the classes on a thread of its own. Only the first call has an effect. */
  def start(): Unit = if (started.compareAndSet(false, true) && isClosable(own.getClassLoader)) {
    val thread = new Thread(() => guard("load classes")(load(own)), "headwater-class-preload")
    thread.setDaemon(true)
    thread.start()
  }
}

object ClassPreload {
  private val thriftServer = "org.apache.spark.sql.hive.thriftserver."

  /** Whether the driver is a Thrift server by its command line. */
  def isThriftServer: Boolean =
    Option(System.getProperty("sun.java.command")).exists(_.contains(s"${thriftServer}HiveThriftServer2"))

  /** Whether Spark posts this event for a session of a Thrift server. Any application can start one. */
  def isOfThriftServer(event: AnyRef): Boolean = event.getClass.getName.startsWith(thriftServer)

  private def isClosable(loader: ClassLoader): Boolean =
    loader.isInstanceOf[Closeable] && !(loader eq ClassLoader.getSystemClassLoader)

  /** The agent's own classes come first, because a session may end soon. */
  private def load(own: Class[_]): Unit = {
    val names = JarClasses.location(own).toVector.flatMap(JarClasses.names)
    val (agent, libraries) = names.partition(_.startsWith("io.headwater."))
    (agent ++ libraries).foreach(load(_, own.getClassLoader))
  }

  /** A class whose optional library is missing cannot be loaded; nothing uses it then. */
  private def load(name: String, loader: ClassLoader): Unit =
    try { Class.forName(name, false, loader); () }
    catch { case _: ClassNotFoundException | _: LinkageError => () }
}
