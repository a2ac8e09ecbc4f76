package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}

import io.headwater.plan.graph.Graph
import io.headwater.plan.sqltext.rewrite.DialectRewrites

/** Applies `EXCEPT`, `REPLACE` and `RENAME` to the columns of a star. */
private[sqltext] final class StarModifiers(graph: Graph, fold: String => String) {
  import SelectItem._

  /** The columns of the star after one modifier.
    *
    * @param items
    *   the columns of the star
    * @param modifier
    *   the name of the modifier, see [[DialectRewrites.starExcept]]
    * @param columns
    *   the arguments of the modifier
    * @param node
    *   the node of an expression in the select list of the star
    */
  def apply(
      items: Vector[SelectItem],
      modifier: String,
      columns: Seq[Expression]
  )(node: Expression => Int): Vector[SelectItem] =
    columns.foldLeft(items) { (items, column) =>
      (modifier, column) match {
        case (DialectRewrites.starExcept, a: UnresolvedAttribute) => except(items, fold(a.nameParts.last))
        case (DialectRewrites.starReplace, a: Alias) => items.map(replace(_, fold(a.name), node(a)))
        case (DialectRewrites.starRename, a: Alias) =>
          a.child match {
            case old: UnresolvedAttribute => items.map(rename(_, fold(old.nameParts.last), fold(a.name)))
            case _ => Vector(UnknownColumns)
          }
        case _ => Vector(UnknownColumns)
      }
    }

  private def except(items: Vector[SelectItem], name: String): Vector[SelectItem] = items.flatMap {
    case n: Column if n.name.equalsIgnoreCase(name) => None
    case o: TableStar => Some(o.copy(changed = o.changed + (name.toLowerCase(ROOT) -> None)))
    case other => Some(other)
  }

  private def replace(item: SelectItem, name: String, node: Int): SelectItem = item match {
    case n: Column if n.name.equalsIgnoreCase(name) => n.copy(node = node)
    case o: TableStar => o.copy(changed = o.changed + (name.toLowerCase(ROOT) -> Some(node)))
    case other => other
  }

  private def rename(item: SelectItem, old: String, name: String): SelectItem = item match {
    case n: Column if n.name.equalsIgnoreCase(old) => n.copy(name = name)
    case o: TableStar =>
      o.copy(changed =
        o.changed + (old.toLowerCase(ROOT) -> None) +
          (name.toLowerCase(ROOT) -> o.node(old, graph))
      )
    case other => other
  }
}
