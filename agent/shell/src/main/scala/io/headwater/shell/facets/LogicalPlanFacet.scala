package io.headwater.shell.facets

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.emit.facets.FacetNames
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.facets.RunFacetContext.QueryEnded
import io.headwater.shell.json.Json

/** `spark.logicalPlan`: the optimized plan as Spark's JSON, in the shape of the published agent, but bounded.
  * `nodesOmitted` counts the nodes beyond the bound, up to a million.
  */
private[facets] final class LogicalPlanFacet(redactor: Redactor) extends RunFacetProvider {
  import LogicalPlanFacet._
  private val plans = new PlanJson(redactor)

  val name: String = FacetNames.logicalPlan

  def facet(context: RunFacetContext): Option[ObjectNode] = context match {
    case QueryEnded(_, Some(execution), _, _) =>
      AvailablePlans.optimized(execution).flatMap(json(_, plans.usesSecret(execution)))
    case _ => None
  }

  private[facets] def json(plan: LogicalPlan, hidesLiterals: Boolean): Option[ObjectNode] =
    plans.nodes(plan, hidesLiterals) match {
      case Some(nodes) =>
        val all = Json.items(nodes)
        val ends = all.scanLeft(0L)(_ + _.toString.length).drop(1)
        val kept = all.zip(ends).takeWhile(_._2 <= maxCharacters).map(_._1)
        Some(bounded(Json.array(kept), all.size - kept.size))
      case None if PlanJson.isTooLarge(plan) =>
        Some(bounded(Json.array(Vector.empty), PlanJson.count(plan)))
      case None => None
    }

  private def bounded(nodes: ArrayNode, omitted: Int): ObjectNode = {
    val out = Json.obj()
    out.set[JsonNode]("plan", nodes)
    if (omitted > 0) out.put("nodesOmitted", omitted) else out
  }
}

private object LogicalPlanFacet {
  val maxCharacters = 1000000L
}
