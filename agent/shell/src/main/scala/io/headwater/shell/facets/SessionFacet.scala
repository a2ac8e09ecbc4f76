package io.headwater.shell.facets

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.emit.facets.FacetNames
import io.headwater.model.{AddedFacet, Additions, FacetTarget}
import io.headwater.shell.capture.ClientSession
import io.headwater.shell.json.Json

/** `headwater_session`: who runs a query on a Spark Connect server or a Thrift server, which many users share.
  *
  * {{{{"server": "connect", "user": "alice", "sessionId": "…", "operationId": "…", "tags": ["nightly"]}}}}
  */
object SessionFacet {
  val name: String = FacetNames.session
  private val maxTags = 100

  def of(session: Option[ClientSession]): Additions =
    Additions(session.map(s => AddedFacet(FacetTarget.Run, name, json(s))).toVector)

  private def json(session: ClientSession): String = {
    val out = Json.obj()
      .put("server", session.server)
      .put("user", session.user)
      .put("sessionId", session.session)
      .put("operationId", session.operation)
    if (session.tags.nonEmpty) out.set[JsonNode]("tags", Json.strings(session.tags.take(maxTags)))
    out.toString
  }
}
