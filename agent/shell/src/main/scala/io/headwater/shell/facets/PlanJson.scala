package io.headwater.shell.facets

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.catalyst.expressions.NamedExpression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreeNode

import io.headwater.emit.json.ExactJson
import io.headwater.redaction.Redactor
import io.headwater.shell.json.Json
import io.headwater.util.Deadline

/** Plans as Spark's own JSON (`TreeNode.toJSON`), redacted. */
private[shell] final class PlanJson(redactor: Redactor) {

  /** The nodes of the plan, or none if Spark cannot write them. */
  def nodes(plan: TreeNode[_]): Option[ArrayNode] =
    Deadline.caught(ExactJson.read(plan.toJSON)).toOption.collect { case all: ArrayNode =>
      Json.items(all).filter(n => redactor.hidesLiterals || namesSecret(n)).foreach(hideLiterals)
      all
    }

  /** Spark's one line for a node. It writes literals without quotes, so of a node that names a secret only its name is
    * kept.
    */
  def line(node: LogicalPlan, maxFields: Int): String = {
    val isSecret = node.expressions.exists(_.exists {
      case named: NamedExpression if named.resolved => redactor.isSensitive(named.name)
      case _ => false
    })
    val hasLiteral = isSecret && node.expressions.exists(_.exists(e => e.foldable || e.references.isEmpty))
    if (hasLiteral) s"${node.nodeName} ${Redactor.replacement}"
    else redactor.sql(node.simpleString(maxFields))
  }

  /** Whether the node reads or creates a column with a sensitive name. The literals that the column is compared with
    * are then sensitive as well.
    */
  private def namesSecret(node: JsonNode): Boolean =
    Option(node.get("name")).exists(n => n.isTextual && redactor.isSensitive(n.asText)) ||
      Json.items(node).exists(namesSecret)

  private def hideLiterals(node: JsonNode): Unit = {
    node match {
      case o: ObjectNode =>
        if (o.path("class").asText.endsWith(".Literal")) o.put("value", Redactor.replacement)
        PlanJson.literalTexts.filter(o.path(_).isTextual).foreach(o.put(_, Redactor.replacement))
      case _ => ()
    }
    Json.items(node).foreach(hideLiterals)
  }
}

private[shell] object PlanJson {
  val maxNodes = 2000

  /** The fields of Spark's nodes that hold the text of an expression. */
  private val literalTexts = Vector("originalSQL", "sql", "hset")

  /** The nodes of a plan, parents before children; at most `maxNodes` and one more. */
  def preorder(plan: LogicalPlan): Vector[LogicalPlan] = {
    @tailrec def collect(open: List[LogicalPlan], visited: Vector[LogicalPlan]): Vector[LogicalPlan] =
      open match {
        case next :: rest if visited.size <= maxNodes =>
          collect(next.children.toList ++ rest, visited :+ next)
        case _ => visited
      }
    collect(List(plan), Vector.empty)
  }
}
