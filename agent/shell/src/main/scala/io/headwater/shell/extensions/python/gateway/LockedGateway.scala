package io.headwater.shell.extensions.python.gateway

import java.io.BufferedWriter
import java.net.{InetAddress, Socket}
import java.security.SecureRandom
import java.util
import java.util.concurrent.TimeUnit
import javax.net.ServerSocketFactory

import io.headwater.shell.logging.DriverLog
import py4j.commands.Command
import py4j.{
  CallbackClient,
  Gateway,
  GatewayConnection,
  GatewayServer,
  GatewayServerListener,
  Py4JServerConnection
}

/** The agent's own py4j gateway (docs/python-bridge.md): loopback, a random port, a token of 256 bits. The only
  * command is the call of one of `methods`. This class can be loaded only if py4j is on the class path; see
  * `isPossible`.
  *
  * @param onDisconnect
  *   called on the thread of a connection when the connection has ended
  */
final class LockedGateway(methods: LockedGateway.Methods, onDisconnect: () => Unit = () => ()) {
  val token: String = LockedGateway.newToken()
  private val log = new DriverLog(classOf[LockedGateway])
  private val server =
    new LockedServer(new Gateway(new Object, LockedGateway.noCallback), token, methods, onDisconnect, warn)

  def port: Int = server.getListeningPort

  def open(): Unit = {
    val thread = new Thread(() => GatewayLogFilter.silently(server.start(true)), "headwater-python-gateway")
    thread.setDaemon(true) // so the threads that it starts are daemons, too
    thread.start()
    thread.join()
  }

  /** How many connections were refused because they did not send the token. */
  def refused: Long = server.authenticator.refusedCount

  def close(): Unit = {
    server.authenticator.close()
    GatewayLogFilter.silently(server.shutdown(false))
    if (refused > 1) log.warn(s"Headwater: the Python gateway refused $refused connections.")
  }

  private def warn(reason: String): Unit = log.warn(
    s"Headwater: the Python gateway refused a connection: $reason. Another process of this machine may have opened it. " +
      "Further ones are counted only."
  )
}

object LockedGateway {

  /** The methods that Python can call. Arguments are strings and whole numbers. A result that is `Left` becomes an
    * exception in Python.
    */
  type Methods = PartialFunction[(String, List[Any]), Either[String, String]]

  /** Whether py4j is on the class path. */
  def isPossible: Boolean =
    try Class.forName("py4j.GatewayServer", false, getClass.getClassLoader) != null
    catch { case _: ClassNotFoundException | _: LinkageError => false }

  /** The agent never calls back through py4j. With a connection time of 0, py4j starts no thread for it. */
  private def noCallback: CallbackClient =
    new CallbackClient(1, InetAddress.getLoopbackAddress, 0, TimeUnit.SECONDS)

  private def newToken(): String = {
    val bytes = new Array[Byte](32)
    new SecureRandom().nextBytes(bytes)
    bytes.map(b => f"${b & 0xff}%02x").mkString
  }
}

/** @param token
  *   each connection sends it before its first command
  */
private final class LockedServer(
    gateway: Gateway,
    token: String,
    methods: LockedGateway.Methods,
    onDisconnect: () => Unit,
    onRefused: String => Unit
) extends GatewayServer(
      gateway,
      0,
      InetAddress.getLoopbackAddress,
      0,
      0,
      null, // no custom commands: LockedConnection adds its only one
      ServerSocketFactory.getDefault
    ) {

  val authenticator = new ConnectionAuthenticator(token, socket => super.processSocket(socket), onRefused)

  /** A connection reaches py4j when it has sent the token. */
  override protected def processSocket(socket: Socket): Unit = authenticator.check(socket)

  override protected def createConnection(gateway: Gateway, socket: Socket): Py4JServerConnection = {
    socket.setTcpNoDelay(true)
    val connection = new LockedConnection(gateway, socket, methods, getListeners)
    val thread =
      new Thread(() => { connection.run(); onDisconnect() }, "headwater-python-connection")
    thread.setDaemon(true)
    thread.start()
    connection
  }
}

private final class LockedConnection(
    gateway: Gateway,
    socket: Socket,
    methods: LockedGateway.Methods,
    listeners: util.List[GatewayServerListener]
) extends GatewayConnection(gateway, socket, null, null, listeners) {

  commands.put(LockedCall.name, new LockedCall(methods))

  /** py4j would send the stack trace of its exception, with the names of its classes. */
  override protected def quietSendFatalError(writer: BufferedWriter, exception: Throwable): Unit = ()

  /** The constructor of the superclass calls this to add py4j's own commands. None of them is added. */
  override protected def initCommands(gateway: Gateway, classes: util.List[Class[_ <: Command]]): Unit = ()
}
