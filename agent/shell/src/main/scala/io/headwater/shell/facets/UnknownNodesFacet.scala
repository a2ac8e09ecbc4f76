package io.headwater.shell.facets

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.emit.facets.FacetNames
import io.headwater.model.Gap
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.facets.RunFacetContext.QueryEnded
import io.headwater.shell.json.Json

/** `spark_unknown`: the nodes of the analyzed plan whose lineage is unknown, in the shape of the published agent. The
  * root is the output, other nodes are inputs. There is no facet if all nodes are known.
  */
private[facets] final class UnknownNodesFacet(redactor: Redactor) extends RunFacetProvider {
  import UnknownNodesFacet._
  private val plans = new PlanJson(redactor)

  val name: String = FacetNames.unknownNodes

  def facet(context: RunFacetContext): Option[ObjectNode] = context match {
    case ended @ QueryEnded(_, Some(execution), _, _) =>
      AvailablePlans.analyzed(execution).flatMap(json(_, ended.gaps, plans.usesSecret(execution)))
    case _ => None
  }

  /** Most queries have no gap, so that their plans are not searched for secrets. */
  private def json(plan: LogicalPlan, gaps: Vector[Gap], usesSecret: => Boolean): Option[ObjectNode] = {
    val names = gaps.map(_.node).toSet
    val nodes = PlanJson.preorder(plan)
    val unknown = nodes.indices.toVector.filter(i => names(nodes(i).getClass.getName))
    if (unknown.isEmpty) None
    else {
      // Spark's JSON has the nodes in the same order
      val texts = plans.nodes(plan, usesSecret)
      val (root, others) = unknown.partition(_ == 0)
      def entries(at: Vector[Int]) = at.map(i => entry(nodes(i), texts.flatMap(all => Option(all.get(i)))))
      val out = Json.obj()
      entries(root).foreach(out.set[JsonNode]("output", _))
      Some(out.set[ObjectNode]("inputs", Json.array(entries(others))))
    }
  }

  /** @param json the node as Spark writes it */
  private def entry(node: LogicalPlan, json: Option[JsonNode]): ObjectNode = {
    val out = Json.obj()
    val description = json.filter(_.toString.length <= maxNodeCharacters)
    out.set[JsonNode]("description", description.getOrElse(Json.obj().put("class", node.getClass.getName)))
    out.set[JsonNode]("inputAttributes", attributes(node.children.flatMap(_.output)))
    out.set[ObjectNode]("outputAttributes", attributes(node.output))
  }

  private def attributes(all: Seq[Attribute]): ArrayNode = Json.array(all.take(PlanJson.maxNodes).map { a =>
    Json.obj().put("name", a.name).put("type", a.dataType.typeName)
      .set[ObjectNode]("metadata", Json.obj())
  })
}

private object UnknownNodesFacet {
  val maxNodeCharacters = 50000 // the bound of the published agent
}
