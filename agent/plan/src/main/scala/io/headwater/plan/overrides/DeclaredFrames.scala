package io.headwater.plan.overrides

import java.util.{List => JList, Map => JMap}

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreeNodeTag

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.transformation
import io.headwater.plan.graph.Scope
import io.headwater.plan.session.FrameDeclaration.{FrameColumn, Origin}
import io.headwater.plan.session.{DeclaredColumn, FrameDeclaration}
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** DataFrames whose rows a program has computed from those of other DataFrames, and for which it has declared so with
  * `headwater.with_lineage`. The declaration is a tag of the DataFrame's plan (docs/python-bridge.md, "Declared
  * DataFrames"): Spark keeps tags when it copies a plan, as it does with the one that holds a Dataset's id.
  */
object DeclaredFrames {
  private val tag = TreeNodeTag[JMap[String, AnyRef]]("headwater.lineage")

  /** The lineage of a node by `rules`, or by its declaration. */
  def apply(rules: LogicalPlan => NodeLineage)(plan: LogicalPlan): NodeLineage = {
    val own = rules(plan)
    tagOf(plan).fold(own)(declared(plan, own, _))
  }

  /** None also if the program's thread sets a tag of the node at this moment. */
  private def tagOf(plan: LogicalPlan): Option[JMap[String, AnyRef]] =
    try plan.getTagValue(tag)
    catch { case NonFatal(_) => None }

  private def declared(plan: LogicalPlan, own: NodeLineage, tag: JMap[String, AnyRef]): NodeLineage = {
    val frames = list(tag.get("frames")).collect { case p: LogicalPlan => p }
    val text = String.valueOf(tag.get("declaration"))
    own.copy(
      inputs = own.inputs ++ frames,
      derive = { context =>
        val (inputs, others) = context.inputs.splitAt(own.inputs.size)
        val scope = own.derive(context.over(inputs: _*))
        context.session.frameDeclaration(text) match {
          case Some(declaration) => new DeclaredScope(declaration, frames, others, context).scope(plan, scope)
          case None =>
            context.gap("columns", "the declaration of the DataFrame's lineage cannot be read")
            scope
        }
      }
    )
  }

  private def list(value: AnyRef): Vector[AnyRef] = value match {
    case list: JList[_] => list.toArray.toVector
    case _ => Vector.empty
  }
}

/** The scope of a DataFrame with a declaration.
  *
  * @param frames
  *   the plans of the DataFrames that the program has read
  * @param scopes
  *   their scopes
  */
private final class DeclaredScope(
    declaration: FrameDeclaration,
    frames: Vector[LogicalPlan],
    scopes: Vector[Scope],
    context: RuleContext
) {

  /** @param own the scope of the DataFrame's plan */
  def scope(plan: LogicalPlan, own: Scope): Scope = {
    declaration.inputs.foreach(context.findings.source)
    val columns = declaration.columns match {
      case Some(origins) =>
        for { a <- plan.output; from <- origins.get(a.name) } yield a -> derived(
          from.flatMap(nodes),
          Certainty.Declared
        )
      case None => plan.output.map(_ -> derived(allColumns, Certainty.Opaque))
    }
    own.copy(
      columns.foldLeft(own.columns) { case (all, (a, node)) => all.updated(a.exprId.id, node) },
      RuleContext.combineRows(context.graph, own.rows +: scopes.map(_.rows))
    )
  }

  private def nodes(origin: Origin): Vector[Int] = origin match {
    case FrameColumn(frame, name) => columns(frame, _.name == name)
    case DeclaredColumn(column) => Vector(context.sourceColumn(column))
  }

  private lazy val allColumns: Vector[Int] = frames.indices.toVector.flatMap(columns(_, _ => true))

  private def columns(frame: Int, isChosen: Attribute => Boolean): Vector[Int] =
    for {
      (plan, scope) <- frames.zip(scopes).slice(frame, frame + 1)
      a <- plan.output.toVector if isChosen(a)
      node <- scope.column(a.exprId.id)
    } yield node

  private def derived(nodes: Vector[Int], certainty: Certainty): Int =
    context.graph.derived(context.graph.edgesTo(nodes, transformation), certainty)
}
