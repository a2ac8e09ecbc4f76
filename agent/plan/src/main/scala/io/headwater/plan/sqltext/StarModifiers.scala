package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}

import io.headwater.plan.graph.Graph
import io.headwater.plan.sqltext.idioms.Idioms

/** What is left of a star's columns behind `EXCEPT`, `REPLACE` and `RENAME`. */
private[sqltext] final class StarModifiers(graph: Graph, fold: String => String) {
  import SelectItem._

  /** `node`: the node of an expression where the star stands. */
  def apply(
      items: Vector[SelectItem],
      how: String,
      columns: Seq[Expression]
  )(node: Expression => Int): Vector[SelectItem] =
    columns.foldLeft(items) { (items, column) =>
      (how, column) match {
        case (Idioms.leftOut, a: UnresolvedAttribute) => leftOut(items, fold(a.nameParts.last))
        case (Idioms.replaced, a: Alias) => items.map(replaced(_, fold(a.name), node(a)))
        case (Idioms.renamed, a: Alias) =>
          a.child match {
            case old: UnresolvedAttribute => items.map(renamed(_, fold(old.nameParts.last), fold(a.name)))
            case _ => Vector(Hidden)
          }
        case _ => Vector(Hidden)
      }
    }

  private def leftOut(items: Vector[SelectItem], name: String): Vector[SelectItem] = items.flatMap {
    case n: Named if n.name.equalsIgnoreCase(name) => None
    case o: Open => Some(o.copy(changed = o.changed + (name.toLowerCase(ROOT) -> None)))
    case other => Some(other)
  }

  private def replaced(item: SelectItem, name: String, node: Int): SelectItem = item match {
    case n: Named if n.name.equalsIgnoreCase(name) => n.copy(node = node)
    case o: Open => o.copy(changed = o.changed + (name.toLowerCase(ROOT) -> Some(node)))
    case other => other
  }

  private def renamed(item: SelectItem, old: String, name: String): SelectItem = item match {
    case n: Named if n.name.equalsIgnoreCase(old) => n.copy(name = name)
    case o: Open =>
      o.copy(changed =
        o.changed + (old.toLowerCase(ROOT) -> None) +
          (name.toLowerCase(ROOT) -> o.node(old, graph))
      )
    case other => other
  }
}
