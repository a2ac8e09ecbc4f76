package io.headwater.shell.extensions

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{AddedFacet, DatasetId, FacetTarget}
import io.headwater.shell.json.Json

/** A facet as Python sends one, in an answer or by itself (docs/python-bridge.md). */
private[shell] object AddedFacets {

  /** @return or what is wrong, in words for its author */
  def read(item: JsonNode): Either[String, AddedFacet] = for {
    target <- FacetTarget.all.find(_.name == Json.text(item, "target")).toRight(
      s"target '${Json.text(item, "target")}' is none of ${FacetTarget.all.map(_.name).mkString(", ")}"
    )
    name <- Json.option(item, "name").toRight("a facet needs a name")
    body <- Option(item.get("facet")).filter(_.isObject).toRight(s"facet $name is no JSON object")
  } yield AddedFacet(
    target,
    name,
    body.toString,
    for (n <- Json.option(item, "namespace"); d <- Json.option(item, "dataset")) yield DatasetId(n, d)
  )
}
