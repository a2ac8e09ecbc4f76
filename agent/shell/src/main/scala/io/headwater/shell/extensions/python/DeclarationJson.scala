package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.json.ExactJson
import io.headwater.model.{ColumnRef, Dataset}
import io.headwater.shell.extensions.ResponseReader
import io.headwater.shell.json.Json

/** The parts that the declarations of functions and of DataFrames have in common. */
private[python] object DeclarationJson {

  /** The datasets of a list with their facets, without malformed ones. */
  def datasets(list: JsonNode): Vector[Dataset] = Json.items(list).flatMap { node =>
    ResponseReader.dataset(node).toOption.map(id =>
      Dataset(
        id,
        facets = Json.fields(node.path("facets")).map { case (n, f) => n -> ExactJson.write(f) }.toMap
      )
    )
  }

  /** A column of a dataset; none if the node is malformed. */
  def column(node: JsonNode): Option[ColumnRef] =
    for (id <- ResponseReader.dataset(node).toOption; field <- Json.option(node, "field"))
      yield ColumnRef(id, field)

  /** The origins of each column, by the name of the column. */
  def columns[A](node: JsonNode, origin: JsonNode => Option[A]): Map[String, Vector[A]] =
    Json.fields(node).map { case (name, from) => name -> Json.items(from).flatMap(origin(_)) }.toMap
}
