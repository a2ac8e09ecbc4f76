package io.headwater.shell.extensions.python.gateway

import java.io.{BufferedReader, BufferedWriter}

import scala.annotation.tailrec
import scala.util.control.NonFatal

import py4j.commands.AbstractCommand
import py4j.{Gateway, Protocol, ReturnObject}

/** py4j's "call" for the entry point and a fixed list of methods. Nothing is looked up by reflection, and no argument
  * can be a reference or a proxy.
  */
private final class LockedCall(methods: LockedGateway.Methods) extends AbstractCommand {
  commandName = LockedCall.name
  private val nobody = new Gateway(new Object) // turns literals into values; holds nothing

  override def execute(command: String, reader: BufferedReader, writer: BufferedWriter): Unit = {
    val target = reader.readLine()
    val method = reader.readLine()
    val arguments = read(reader, Nil)
    writer.write(Protocol.getOutputCommand(answer(target, method, arguments)))
    writer.flush()
  }

  private def answer(target: String, method: String, arguments: Either[String, List[Any]]): ReturnObject =
    if (target != Protocol.ENTRY_POINT_OBJECT_ID) refused("only the entry point can be called")
    else
      arguments.flatMap(args =>
        try methods.applyOrElse((method, args), (_: (String, List[Any])) => Left(s"there is no such method"))
        catch { case NonFatal(e) => Left(e.getClass.getName) }
      ) match {
        case Right(text) => ReturnObject.getPrimitiveReturnObject(text)
        case Left(why) => refused(why)
      }

  private def refused(why: String): ReturnObject =
    ReturnObject.getErrorReturnObject(new SecurityException(s"Headwater: $why"))

  /** All lines up to the end of the command are read, whatever they are: the next command starts after it. */
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
    if (line.nonEmpty && LockedCall.literals.contains(line.charAt(0))) Right(Protocol.getObject(line, nobody))
    else Left("arguments are strings and whole numbers")
}

private object LockedCall {
  val name = "c"

  /** py4j's types of what is passed by value: integer, long, boolean, string. */
  private val literals =
    Set(Protocol.INTEGER_TYPE, Protocol.LONG_TYPE, Protocol.BOOLEAN_TYPE, Protocol.STRING_TYPE)
}
