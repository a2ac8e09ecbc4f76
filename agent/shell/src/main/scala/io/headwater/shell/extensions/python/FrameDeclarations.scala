package io.headwater.shell.extensions.python

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.plan.session.{DeclaredColumn, FrameDeclaration}
import io.headwater.shell.json.Json

/** Reads the declarations of `headwater.with_lineage` (docs/python-bridge.md, "Declared DataFrames"). */
object FrameDeclarations {

  val read: FrameDeclaration.Reader = Json.parse(_).toOption.map { json =>
    val columns = Option(json.get("columns")).filter(_.isObject)
    FrameDeclaration(
      DeclarationJson.datasets(json.path("inputs")),
      columns.map(DeclarationJson.columns(_, origin))
    )
  }

  private def origin(node: JsonNode): Option[FrameDeclaration.Origin] =
    Option(node.get("frame")).filter(_.isInt) match {
      case Some(frame) => Json.option(node, "field").map(FrameDeclaration.FrameColumn(frame.asInt, _))
      case None => DeclarationJson.column(node).map(DeclaredColumn(_))
    }
}
