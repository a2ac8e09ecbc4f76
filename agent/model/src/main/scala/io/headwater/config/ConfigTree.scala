package io.headwater.config

import scala.collection.immutable.ListMap

/** A section of the configuration without a fixed schema. The section `transport`, for example, is read by the
  * transport itself. `toString` never shows a value, because values may be credentials.
  */
sealed trait ConfigTree
object ConfigTree {
  final case class Leaf(value: String) extends ConfigTree {
    override def toString: String = "…"

    /** The values of a list that is written as one text, separated by commas or semicolons. */
    def listed: Vector[String] = value.split("[,;]").toVector.map(_.trim).filter(_.nonEmpty)
  }
  final case class Items(values: Vector[ConfigTree]) extends ConfigTree
  final case class Branch(children: Map[String, ConfigTree]) extends ConfigTree {
    def get(key: String): Option[ConfigTree] = children.get(key)
    def text(key: String): Option[String] = children.get(key).collect { case Leaf(v) => v }

    /** In the order of a file, whose maps are `ListMap`s; other sources have no order, and theirs is that of the names. */
    def ordered: Vector[(String, ConfigTree)] = children match {
      case inOrder: ListMap[String, ConfigTree] => inOrder.toVector
      case _ => children.toVector.sortBy(_._1)
    }
  }

  val empty: Branch = Branch(Map.empty)

  /** Merges two branches key by key. Anything else is replaced by `overrides`. */
  def merge(base: ConfigTree, overrides: ConfigTree): ConfigTree = (base, overrides) match {
    case (a: Branch, b: Branch) => merge(a, b)
    case _ => overrides
  }

  def merge(base: Branch, overrides: Branch): Branch = {
    // a ListMap moves a key whose value changes to its end
    var merged = base.children.empty
    for ((k, v) <- base.children) overrides.get(k) match {
      case Some(other) => merged = merged.updated(k, merge(v, other))
      case None => merged = merged.updated(k, v)
    }
    for ((k, v) <- overrides.ordered) if (!base.children.contains(k)) merged = merged.updated(k, v)
    Branch(merged)
  }
}
