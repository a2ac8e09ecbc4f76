package io.headwater.plan.graph

import scala.collection.mutable

import io.headwater.model.{ColumnRef, Dependency}

/** Adds a description to each dependency: the SQL of the step that decides the kind of the dependency, as composed by
  * [[Kinds]]. A column that is passed on unchanged is described by its name.
  */
final class Descriptions(graph: Graph, throughViews: Boolean) {
  import Descriptions._

  def apply(node: Int, dependencies: Vector[Dependency]): Vector[Dependency] = {
    val descriptions = bySource(node)
    dependencies.map { d =>
      d.copy(transformations = d.transformations.flatMap { t =>
        val texts = descriptions.getOrElse(d.source -> Kinds.of(t.kind, t.masking), Vector.empty)
        if (texts.isEmpty) Vector(t) else texts.map(text => t.copy(description = text))
      })
    }
  }

  /** The texts by source column and kind. Each node is visited once for each kind and text that reaches it. */
  private def bySource(root: Int): Map[(ColumnRef, Int), Vector[String]] = {
    val texts = mutable.HashMap.empty[(ColumnRef, Int), Vector[String]]
    val seen = mutable.HashSet.empty[Step]
    val open = mutable.ArrayBuffer(Step(root, Kinds.identity, ""))
    while (open.nonEmpty && seen.size < maxSteps) {
      val step = open.remove(open.size - 1)
      if (seen.add(step)) graph.node(step.node) match {
        case Node.Source(ref) =>
          val text = if (step.kinds == Kinds.identity) ref.path else step.text
          val known = texts.getOrElse(ref -> step.kinds, Vector.empty)
          if (text.nonEmpty && !known.contains(text) && known.size < maxTexts)
            texts(ref -> step.kinds) = known :+ text
        case _ => graph.edges(step.node, throughViews).reverse.foreach(open ++= next(step, _))
      }
    }
    texts.toMap
  }

  private def next(step: Step, edge: Edge): Vector[Step] = Kinds.split(edge.kinds).map { kind =>
    val kinds = Kinds.compose(step.kinds, kind)
    val decides = kind != Kinds.identity &&
      (step.kinds == Kinds.identity || (Kinds.isDirect(step.kinds) && !Kinds.isDirect(kind)))
    Step(edge.to, kinds, if (decides) graph.description(step.node).getOrElse("") else step.text)
  }
}

private object Descriptions {

  /** The bound on the steps of one search. Dependencies that are not reached within it have no description. */
  val maxSteps = 20000

  /** The bound on the texts for one source column and one kind. */
  val maxTexts = 10

  final case class Step(node: Int, kinds: Int, text: String)
}
