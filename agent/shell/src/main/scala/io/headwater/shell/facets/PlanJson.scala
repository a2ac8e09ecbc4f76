package io.headwater.shell.facets

import scala.annotation.tailrec

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import org.apache.spark.sql.catalyst.expressions.{
  Expression,
  GetArrayStructFields,
  GetStructField,
  Literal,
  NamedExpression,
  PlanExpression
}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreeNode
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StringType

import io.headwater.emit.json.ExactJson
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.json.Json
import io.headwater.util.{Attempts, IdentitySet}

/** Plans as Spark's own JSON (`TreeNode.toJSON`), redacted. */
private[shell] final class PlanJson(redactor: Redactor) {

  /** The nodes of the plan, or none if it is too large, or if Spark cannot write them.
    *
    * @param hidesLiterals
    *   whether the query uses a secret: the literals of all nodes are hidden, because Spark moves them between nodes
    */
  def nodes(plan: QueryPlan[_], hidesLiterals: Boolean): Option[ArrayNode] =
    if (PlanJson.isTooLarge(plan)) None
    else Attempts.caught(ExactJson.read(plan.toJSON)).toOption.collect { case all: ArrayNode =>
      val hidden = Json.items(all).filter(n => hidesLiterals || redactor.hidesLiterals || namesSecret(n))
      val texts = hidden.flatMap(literals).toSet
      hidden.foreach(hideLiterals(_, texts))
      all
    }

  /** Whether a node of the query above its sources reads or creates a column with a sensitive name. Another plan of the
    * query may have lost the name.
    */
  def usesSecret(query: QueryExecution): Boolean = AvailablePlans.analyzed(query).exists(usesSecret)

  /** Visits a node once, wherever the plan has it. */
  private[facets] def usesSecret(plan: LogicalPlan): Boolean = {
    val seen = IdentitySet.empty[LogicalPlan]
    @tailrec def search(open: List[LogicalPlan]): Boolean = open match {
      case Nil => false
      case node :: rest if !seen.add(node) => search(rest)
      case node :: rest =>
        val inner = node.children ++ node.subqueries ++ node.innerChildren.collect { case p: LogicalPlan =>
          p
        }
        if (inner.nonEmpty && namesSecret(node)) true else search(inner.toList ++ rest)
    }
    search(List(plan))
  }

  /** Spark's one line for a node. It writes literals without quotes, so if the query uses a secret, of a node with a
    * literal only its name is kept.
    */
  def line(node: LogicalPlan, maxFields: Int, hidesLiterals: Boolean): String = {
    val hides = (hidesLiterals || namesSecret(node)) && node.expressions.exists(_.exists(isConstant))
    if (hides) s"${node.nodeName} ${Redactor.replacement}"
    else redactor.text(redactor.sql(node.simpleString(maxFields)))
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
      (isLiteral(node) && isSensitive(node.get("value"))) ||
      Json.items(node).exists(namesSecret)

  private def isSensitive(text: JsonNode): Boolean =
    Option(text).exists(t => t.isTextual && redactor.isSensitive(t.asText))

  private def literals(node: JsonNode): Vector[String] = {
    val own = Option(node.get("value")).filter(v => isLiteral(node) && v.isTextual).map(_.asText)
    own.toVector ++ Json.items(node).flatMap(literals)
  }

  /** @param texts the literals, which Spark also makes names of columns */
  private def hideLiterals(node: JsonNode, texts: Set[String]): Unit = {
    node match {
      case o: ObjectNode =>
        if (isLiteral(o)) o.put("value", Redactor.replacement)
        PlanJson.literalTexts.filter(o.path(_).isTextual).foreach(o.put(_, Redactor.replacement))
        Option(o.get("name")).filter(_.isTextual).map(_.asText)
          .foreach(n => o.put("name", if (texts(n)) Redactor.replacement else redactor.name(n)))
      case _ => ()
    }
    Json.items(node).foreach(hideLiterals(_, texts))
  }

  private def isLiteral(node: JsonNode): Boolean = node.path("class").asText.endsWith(".Literal")
}

private[shell] object PlanJson {
  val maxNodes = 2000
  private[facets] val maxCount = 1000000
  private val maxExpressions = 20000

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

  /** How many nodes a plan has, `maxCount` at most. A node counts each time that the plan has it, as in Spark's JSON. */
  private[facets] def count(plan: QueryPlan[_]): Int = count(List(plan), 0, maxCount)(_.children)

  /** Whether Spark's JSON of a plan would take much memory: it has an object for each node and each expression, also for
    * the columns of a relation.
    */
  private[facets] def isTooLarge(plan: QueryPlan[_]): Boolean = {
    val limit = maxNodes + maxExpressions
    count(plan) > maxNodes || count(List(plan), 0, limit + 1) {
      case p: QueryPlan[_] => p.children ++ p.expressions
      case s: PlanExpression[_] => s.children ++ Seq(s.plan).collect { case p: QueryPlan[_] => p }
      case other => other.children
    } > limit
  }

  /** How many trees can be reached, `max` at most. */
  @tailrec private def count(open: List[TreeNode[_]], visited: Int, max: Int)(
      below: TreeNode[_] => Iterable[Any]
  ): Int = open match {
    case next :: rest if visited < max =>
      val more = below(next).foldLeft(rest) {
        case (trees, tree: TreeNode[_]) => tree :: trees
        case (trees, _) => trees
      }
      count(more, visited + 1, max)(below)
    case _ => visited
  }
}
