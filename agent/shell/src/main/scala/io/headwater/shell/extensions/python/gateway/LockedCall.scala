package io.headwater.shell.extensions.python.gateway

import java.io.{BufferedReader, BufferedWriter}

import scala.annotation.tailrec
import scala.util.control.NonFatal

import py4j.commands.AbstractCommand
import py4j.{Gateway, Protocol, ReturnObject}

/** The "call" command of py4j, limited to the entry point and a fixed list of methods. It uses no reflection, and
  * accepts no reference or proxy as an argument.
  */
private final class LockedCall(methods: LockedGateway.Methods) extends AbstractCommand {
  commandName = LockedCall.name
  private val emptyGateway = new Gateway(new Object) // only parses literals; has no objects

  override def execute(command: String, reader: BufferedReader, writer: BufferedWriter): Unit = {
    val target = reader.readLine()
    val method = reader.readLine()
    val arguments = read(reader, Nil)
    writer.write(Protocol.getOutputCommand(respond(target, method, arguments)))
    writer.flush()
  }

  private def respond(target: String, method: String, arguments: Either[String, List[Any]]): ReturnObject =
    if (target != Protocol.ENTRY_POINT_OBJECT_ID) refuse("only the entry point can be called")
    else
      arguments.flatMap(args =>
        try methods.applyOrElse((method, args), (_: (String, List[Any])) => Left("there is no such method"))
        catch { case NonFatal(e) => Left(e.getClass.getName) }
      ) match {
        case Right(text) => ReturnObject.getPrimitiveReturnObject(text)
        case Left(reason) => refuse(reason)
      }

  private def refuse(reason: String): ReturnObject =
    ReturnObject.getErrorReturnObject(new LockedCall.RefusedException(s"Headwater: $reason"))

  /** Reads all lines of the command, also after a malformed one, since the next command starts after them. */
  @tailrec private def read(
      reader: BufferedReader,
      before: List[Either[String, Any]]
  ): Either[String, List[Any]] =
    Option(reader.readLine()).filterNot(Protocol.isEnd) match {
      case Some(line) => read(reader, argument(line) :: before)
      case None =>
        before.reverse.foldRight[Either[String, List[Any]]](Right(Nil)) { (a, rest) =>
          for { value <- a; values <- rest } yield value :: values
        }
    }

  private def argument(line: String): Either[String, Any] =
    if (line.nonEmpty && LockedCall.literals.contains(line.charAt(0)))
      Right(Protocol.getObject(line, emptyGateway))
    else Left("arguments are strings and whole numbers")
}

private object LockedCall {
  val name = "c"

  /** py4j sends the class, the message and the stack trace of an exception: of this one, only the message. */
  private final class RefusedException(reason: String) extends SecurityException(reason, null) {
    override def fillInStackTrace(): Throwable = this
    override def toString: String = reason
  }

  /** The types that py4j passes by value: integer, long, boolean, string. */
  private val literals =
    Set(Protocol.INTEGER_TYPE, Protocol.LONG_TYPE, Protocol.BOOLEAN_TYPE, Protocol.STRING_TYPE)
}
