package io.headwater.emit.facets

import scala.math.BigDecimal.RoundingMode

import io.headwater.model.{ExtensionCalls, RunEvent}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_agent`: the counters of the agent, for example of events that were dropped because of overload, and the
  * calls of each extension.
  */
object AgentFacet {
  def apply(settings: EventSettings, event: RunEvent): Option[RunFacet] =
    if (event.agent.isEmpty) None
    else {
      val counts = "counts" -> JavaCollections.map(event.agent.toVector.sorted)
      val extensions =
        if (event.extensions.isEmpty) Vector.empty
        else Vector("extensions" -> JavaCollections.list(event.extensions.map(calls)))
      Some(CustomFacet(settings, counts +: extensions))
    }

  private def calls(of: ExtensionCalls): AnyRef = JavaCollections.map(Vector[(String, Any)](
    "name" -> of.extension,
    "calls" -> of.calls,
    "errors" -> of.errors,
    "millis" -> rounded(of.millis),
    "maxMillis" -> rounded(of.maxMillis)
  ))

  private def rounded(millis: Double): Double = BigDecimal(millis).setScale(3, RoundingMode.HALF_UP).toDouble
}
