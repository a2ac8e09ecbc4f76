package io.headwater.shell.facets

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Gap
import io.headwater.redaction.Redactor
import io.headwater.shell.json.Json
import io.headwater.util.Deadline

/** Plans as Spark's own JSON, in the shapes of the published agent, but bounded: `spark.logicalPlan`, `spark_unknown`. */
private[facets] final class PlanFacets(redactor: Redactor) {
  import PlanFacets._

  /** `nodesOmitted` counts those beyond the bound; none where Spark cannot write the plan. */
  def logicalPlan(plan: LogicalPlan): Option[ObjectNode] = {
    val count = size(plan)
    if (count > mostNodes) Some(cut(Json.mapper.createArrayNode(), count))
    else json(plan).map { nodes =>
      val all = Json.items(nodes)
      val ends = all.scanLeft(0L)(_ + _.toString.length).drop(1)
      val kept = all.zip(ends).takeWhile(_._2 <= mostCharacters).map(_._1)
      cut(Json.array(kept), all.size - kept.size)
    }
  }

  private def cut(nodes: ArrayNode, omitted: Int): ObjectNode = {
    val out = Json.obj()
    out.set[JsonNode]("plan", nodes)
    if (omitted > 0) out.put("nodesOmitted", omitted) else out
  }

  /** Of the nodes that could not be read: the root is the output, others are inputs. None where there are none. */
  def unknown(plan: LogicalPlan, gaps: Vector[Gap]): Option[ObjectNode] = {
    val names = gaps.map(_.node).toSet
    val (roots, others) = nodes(plan).filter(n => names(n.getClass.getName)).partition(_ eq plan)
    if (roots.isEmpty && others.isEmpty) None
    else {
      val out = Json.obj()
      roots.headOption.foreach(r => out.set[JsonNode]("output", entry(r)))
      Some(out.set[ObjectNode]("inputs", Json.array(others.map(entry))))
    }
  }

  private def entry(node: LogicalPlan): ObjectNode = {
    val out = Json.obj()
    val described = json(node).flatMap(all => Option(all.get(0))).filter(_.toString.length <= longestNode)
    out.set[JsonNode]("description", described.getOrElse(Json.obj().put("class", node.getClass.getName)))
    out.set[JsonNode]("inputAttributes", attributes(node.children.flatMap(_.output)))
    out.set[ObjectNode]("outputAttributes", attributes(node.output))
  }

  private def attributes(all: Seq[Attribute]): ArrayNode = Json.array(all.take(mostNodes).map { a =>
    Json.obj().put("name", a.name).put("type", a.dataType.typeName)
      .set[ObjectNode]("metadata", Json.obj())
  })

  private def json(plan: LogicalPlan): Option[ArrayNode] =
    Deadline.caught(Json.mapper.readTree(plan.toJSON)).toOption.collect { case all: ArrayNode =>
      Json.items(all).filter(n => redactor.hidesLiterals || namesSecret(n)).foreach(hide)
      all
    }

  /** Whether a column of such a name is read or made at the node: what it is compared with is as secret. */
  private def namesSecret(node: JsonNode): Boolean =
    Option(node.get("name")).exists(n => n.isTextual && redactor.isSensitive(n.asText)) ||
      Json.items(node).exists(namesSecret)

  private def hide(node: JsonNode): Unit = {
    node match {
      case o: ObjectNode if o.path("class").asText.endsWith(".Literal") =>
        o.put("value", Redactor.replacement)
      case _ => ()
    }
    Json.items(node).foreach(hide)
  }
}

private[facets] object PlanFacets {
  val mostNodes = 2000
  val mostCharacters = 1000000L
  val longestNode = 50000 // as in the published agent

  /** From the root on, parents first; `mostNodes` and one more at most. */
  def nodes(plan: LogicalPlan): Vector[LogicalPlan] = {
    @tailrec def all(open: List[LogicalPlan], found: Vector[LogicalPlan]): Vector[LogicalPlan] = open match {
      case next :: rest if found.size <= mostNodes => all(next.children.toList ++ rest, found :+ next)
      case _ => found
    }
    all(List(plan), Vector.empty)
  }

  def size(plan: LogicalPlan): Int = nodes(plan).size
}
