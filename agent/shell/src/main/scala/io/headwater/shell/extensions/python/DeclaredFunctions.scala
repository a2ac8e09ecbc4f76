package io.headwater.shell.extensions.python

import java.nio.charset.StandardCharsets

import scala.annotation.tailrec
import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{ColumnRef, Dataset}
import io.headwater.plan.session.FunctionDeclaration
import io.headwater.shell.extensions.ExtensionResponse
import io.headwater.shell.json.Json
import io.headwater.util.Accessors

/** Finds in a Python function's pickled command what `@headwater.lineage` has left there (docs/python-bridge.md,
  * "Declared functions"). Nothing is unpickled.
  */
object DeclaredFunctions {
  private val marker = "headwater.lineage/1:".getBytes(StandardCharsets.US_ASCII)
  private val longest = 1 << 20

  val find: FunctionDeclaration.Finder = function =>
    Try(new Accessors(function).value[scala.collection.Seq[Byte]]("command")).toOption
      .filter(_.size <= longest).flatMap(c => in(c.toArray))

  def in(command: Array[Byte]): Option[FunctionDeclaration] = at(command, 0).flatMap { start =>
    val from = start + marker.length
    Try(Json.mapper.readTree(command, from, command.length - from)).toOption.filter(_.isObject).map(read)
  }

  @tailrec private def at(bytes: Array[Byte], from: Int): Option[Int] = {
    val first = bytes.indexOf(marker(0), from)
    if (first < 0 || first + marker.length > bytes.length) None
    else if (marker.indices.forall(i => bytes(first + i) == marker(i))) Some(first)
    else at(bytes, first + 1)
  }

  private def read(json: JsonNode): FunctionDeclaration = {
    val columns = Json.fields(json.path("columns")).map { case (name, from) =>
      name -> Json.items(from).flatMap(origin)
    }
    FunctionDeclaration(
      datasets(json.path("inputs")),
      datasets(json.path("outputs")),
      columns.toMap,
      Json.texts(json.path("parameters"))
    )
  }

  private def origin(node: JsonNode): Option[FunctionDeclaration.Origin] =
    if (node.isTextual) Some(FunctionDeclaration.Parameter(node.asText))
    else for {
      id <- ExtensionResponse.dataset(node).toOption; field <- Json.option(node, "field")
    } yield FunctionDeclaration.SourceColumn(ColumnRef(id, field))

  private def datasets(list: JsonNode): Vector[Dataset] = Json.items(list).flatMap { node =>
    ExtensionResponse.dataset(node).toOption.map(id =>
      Dataset(id, facets = Json.fields(node.path("facets")).map { case (n, f) => n -> f.toString }.toMap)
    )
  }
}
