package io.headwater.shell.facets

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.catalyst.expressions.{
  Expression,
  GetArrayStructFields,
  GetStructField,
  Literal,
  NamedExpression
}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreeNode
import org.apache.spark.sql.types.StringType

import io.headwater.emit.json.ExactJson
import io.headwater.redaction.Redactor
import io.headwater.shell.json.Json
import io.headwater.util.Deadline

/** Plans as Spark's own JSON (`TreeNode.toJSON`), redacted. */
private[shell] final class PlanJson(redactor: Redactor) {

  /** The nodes of the plan, or none if Spark cannot write them. If a node above the sources names a secret, the literals
    * of all nodes are hidden, because a literal of another node may be compared with it.
    */
  def nodes(plan: TreeNode[_]): Option[ArrayNode] =
    Deadline.caught(ExactJson.read(plan.toJSON)).toOption.collect { case all: ArrayNode =>
      val nodes = Json.items(all)
      val hidesAll =
        redactor.hidesLiterals || nodes.exists(n => n.path("num-children").asInt > 0 && namesSecret(n))
      nodes.filter(n => hidesAll || namesSecret(n)).foreach(hideLiterals)
      all
    }

  /** Spark's one line for each of these nodes of a plan. It writes literals without quotes, so if the plan names a
    * secret, of a node with a literal only its name is kept.
    */
  def lines(nodes: Vector[LogicalPlan], maxFields: Int): Vector[String] = {
    val hidesAll = nodes.exists(n => n.children.nonEmpty && namesSecret(n))
    nodes.map { node =>
      val hides = (hidesAll || namesSecret(node)) && node.expressions.exists(_.exists(isConstant))
      if (hides) s"${node.nodeName} ${Redactor.replacement}" else redactor.sql(node.simpleString(maxFields))
    }
  }

  private def isConstant(e: Expression): Boolean = e.foldable || e.references.isEmpty

  /** Whether the node reads or creates a column with a sensitive name. */
  private def namesSecret(node: LogicalPlan): Boolean = node.expressions.exists(_.exists {
    case named: NamedExpression if named.resolved => redactor.isSensitive(named.name)
    case field: GetStructField => redactor.isSensitive(field.extractFieldName)
    case fields: GetArrayStructFields => redactor.isSensitive(fields.field.name)
    case Literal(path, StringType) => Option(path).exists(p => redactor.isSensitive(p.toString))
    case _ => false
  })

  /** The same in Spark's JSON. */
  private def namesSecret(node: JsonNode): Boolean =
    isSensitive(node.get("name")) ||
      (node.path("class").asText.endsWith(".Literal") && isSensitive(node.get("value"))) ||
      Json.items(node).exists(namesSecret)

  private def isSensitive(text: JsonNode): Boolean =
    Option(text).exists(t => t.isTextual && redactor.isSensitive(t.asText))

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
