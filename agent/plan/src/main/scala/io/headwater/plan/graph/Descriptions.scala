package io.headwater.plan.graph

import scala.collection.mutable

import io.headwater.model.{ColumnRef, Dependency}

/** Says of each dependency what was done on the way: the text of the step that decides its kind, as composed by
  * [[Kinds]]. A column that is passed on is described by its name.
  */
final class Descriptions(graph: Graph) {
  import Descriptions._

  def apply(node: Int, dependencies: Vector[Dependency]): Vector[Dependency] = {
    val texts = found(node)
    dependencies.map { d =>
      d.copy(transformations = d.transformations.flatMap { t =>
        val own = texts.getOrElse(d.source -> Kinds.of(t.kind, t.masking), Vector.empty)
        if (own.isEmpty) Vector(t) else own.map(text => t.copy(description = text))
      })
    }
  }

  /** By source and kind; each step is taken once for each kind and text that comes to it. */
  private def found(root: Int): Map[(ColumnRef, Int), Vector[String]] = {
    val texts = mutable.HashMap.empty[(ColumnRef, Int), Vector[String]]
    val seen = mutable.HashSet.empty[Step]
    val open = mutable.ArrayBuffer(Step(root, Kinds.identity, ""))
    while (open.nonEmpty && seen.size < most) {
      val step = open.remove(open.size - 1)
      if (seen.add(step)) graph.node(step.node) match {
        case Node.Source(ref) =>
          val text = if (step.kinds == Kinds.identity) ref.path else step.text
          val known = texts.getOrElse(ref -> step.kinds, Vector.empty)
          if (text.nonEmpty && !known.contains(text) && known.size < mostTexts)
            texts(ref -> step.kinds) = known :+ text
        case Node.Derived(edges, _, _, _) => edges.reverse.foreach(open ++= next(step, _))
        case Node.Pending => ()
      }
    }
    texts.toMap
  }

  private def next(step: Step, edge: Edge): Vector[Step] = Kinds.each(edge.kinds).map { kind =>
    val kinds = Kinds.compose(step.kinds, kind)
    val decides = kind != Kinds.identity &&
      (step.kinds == Kinds.identity || (Kinds.isDirect(step.kinds) && !Kinds.isDirect(kind)))
    Step(edge.to, kinds, if (decides) graph.text(step.node).getOrElse("") else step.text)
  }
}

private object Descriptions {

  /** What is behind so many steps has no description. */
  val most = 20000

  /** Of one source column in one kind. */
  val mostTexts = 10

  final case class Step(node: Int, kinds: Int, text: String)
}
