package io.headwater.shell.extensions.python.gateway

import java.net.{InetAddress, Socket}
import java.security.SecureRandom
import java.util
import java.util.concurrent.TimeUnit
import javax.net.ServerSocketFactory

import py4j.commands.Command
import py4j.{
  CallbackClient,
  Gateway,
  GatewayConnection,
  GatewayServer,
  GatewayServerListener,
  Py4JServerConnection
}

/** The agent's own py4j gateway: loopback, a random port, a token of 256 bits, and no command but a call of one of
  * `methods` (docs/python-bridge.md). Each connection has a thread; `ended` is called in it when the connection has
  * ended. Nothing here is loaded where py4j is not on the class path.
  */
final class LockedGateway(methods: LockedGateway.Methods, ended: () => Unit = () => ()) {
  val token: String = LockedGateway.newToken()
  private val server = new LockedServer(new Gateway(new Object, LockedGateway.nobody), token, methods, ended)

  def port: Int = server.getListeningPort

  def open(): Unit = {
    GatewayServer.turnLoggingOff() // its logger prints whole messages
    val thread = new Thread(() => server.start(true), "headwater-python-gateway")
    thread.setDaemon(true) // whatever it starts is one, too
    thread.start()
    thread.join()
  }

  def close(): Unit = server.shutdown(false)
}

object LockedGateway {

  /** What can be called, and nothing else. Arguments are strings and whole numbers. An answer that is `Left` becomes an
    * error on Python's side.
    */
  type Methods = PartialFunction[(String, List[Any]), Either[String, String]]

  def isPossible: Boolean =
    try Class.forName("py4j.GatewayServer", false, getClass.getClassLoader) != null
    catch { case _: ClassNotFoundException | _: LinkageError => false }

  /** py4j wants to know whom it could call back: nobody. Without a connection time it starts no thread. */
  private def nobody: CallbackClient =
    new CallbackClient(1, InetAddress.getLoopbackAddress, 0, TimeUnit.SECONDS)

  private def newToken(): String = {
    val bytes = new Array[Byte](32)
    new SecureRandom().nextBytes(bytes)
    bytes.map(b => f"${b & 0xff}%02x").mkString
  }
}

/** @param token is checked by every connection before its first command */
private final class LockedServer(
    gateway: Gateway,
    token: String,
    methods: LockedGateway.Methods,
    ended: () => Unit
) extends GatewayServer(
      gateway,
      0,
      InetAddress.getLoopbackAddress,
      0,
      0,
      null, // no custom commands: a connection here knows its one
      ServerSocketFactory.getDefault
    ) {

  override protected def createConnection(gateway: Gateway, socket: Socket): Py4JServerConnection = {
    socket.setTcpNoDelay(true)
    val connection = new LockedConnection(gateway, socket, token, methods, getListeners)
    val thread =
      new Thread(() => { connection.run(); ended() }, "headwater-python-connection")
    thread.setDaemon(true)
    thread.start()
    connection
  }
}

private final class LockedConnection(
    gateway: Gateway,
    socket: Socket,
    token: String,
    methods: LockedGateway.Methods,
    listeners: util.List[GatewayServerListener]
) extends GatewayConnection(gateway, socket, token, null, listeners) {

  commands.put(LockedCall.name, new LockedCall(methods))

  /** Called by the superclass as it is made, with py4j's own commands: none of them is wanted. */
  override protected def initCommands(gateway: Gateway, classes: util.List[Class[_ <: Command]]): Unit = ()
}
