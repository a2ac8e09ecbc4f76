package io.headwater.config

/** A section of the configuration whose shape the agent does not fix: `transport` is read by the transport itself.
  * Its text form never shows a value, for there are credentials among them.
  */
sealed trait ConfigTree
object ConfigTree {
  final case class Leaf(value: String) extends ConfigTree {
    override def toString: String = "…"

    /** Several values in one text, with commas or semicolons between. */
    def listed: Vector[String] = value.split("[,;]").toVector.map(_.trim).filter(_.nonEmpty)
  }
  final case class Items(values: Vector[ConfigTree]) extends ConfigTree
  final case class Branch(children: Map[String, ConfigTree]) extends ConfigTree {
    def get(key: String): Option[ConfigTree] = children.get(key)
    def text(key: String): Option[String] = children.get(key).collect { case Leaf(v) => v }
  }

  val empty: Branch = Branch(Map.empty)

  /** `over` on top of `under`: branches are merged key by key, anything else is replaced. */
  def merge(under: ConfigTree, over: ConfigTree): ConfigTree = (under, over) match {
    case (a: Branch, b: Branch) => merge(a, b)
    case _ => over
  }

  def merge(under: Branch, over: Branch): Branch =
    Branch(over.children.foldLeft(under.children) { case (all, (k, v)) =>
      all.updated(k, all.get(k).fold(v)(merge(_, v)))
    })
}
