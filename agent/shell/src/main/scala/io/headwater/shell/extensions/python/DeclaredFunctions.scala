package io.headwater.shell.extensions.python

import java.nio.charset.StandardCharsets

import scala.annotation.tailrec
import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.json.ExactJson
import io.headwater.plan.session.{DeclaredColumn, FunctionDeclaration}
import io.headwater.shell.json.Json
import io.headwater.util.Accessors

/** Finds the declaration that `@headwater.lineage` stores in a pickled Python function (docs/python-bridge.md,
  * "Declared functions"). It searches for a marker in the bytes; nothing is unpickled.
  */
object DeclaredFunctions {
  private val marker = "headwater.lineage/1:".getBytes(StandardCharsets.US_ASCII)
  private val maxCommandBytes = 1 << 20

  val find: FunctionDeclaration.Finder = function =>
    Try(new Accessors(function).value[scala.collection.Seq[Byte]]("command")).toOption
      .filter(_.size <= maxCommandBytes).flatMap(c => parse(c.toArray))

  /** The declaration in the bytes of a command; none if there is no marker or no JSON object after it. */
  def parse(command: Array[Byte]): Option[FunctionDeclaration] = indexOfMarker(command, 0).flatMap { start =>
    val from = start + marker.length
    Try(ExactJson.readFirst(command, from)).toOption.filter(_.isObject).map(read)
  }

  @tailrec private def indexOfMarker(bytes: Array[Byte], from: Int): Option[Int] = {
    val first = bytes.indexOf(marker(0), from)
    if (first < 0 || first + marker.length > bytes.length) None
    else if (marker.indices.forall(i => bytes(first + i) == marker(i))) Some(first)
    else indexOfMarker(bytes, first + 1)
  }

  private def read(json: JsonNode): FunctionDeclaration =
    FunctionDeclaration(
      DeclarationJson.datasets(json.path("inputs")),
      DeclarationJson.datasets(json.path("outputs")),
      DeclarationJson.columns(json.path("columns"), origin),
      Json.texts(json.path("parameters"))
    )

  private def origin(node: JsonNode): Option[FunctionDeclaration.Origin] =
    if (node.isTextual) Some(FunctionDeclaration.Parameter(node.asText))
    else DeclarationJson.column(node).map(DeclaredColumn(_))
}
