package io.headwater.plan.graph

import scala.collection.mutable

import io.headwater.model.{ColumnRef, Dependency, Kind}

/** Adds descriptions to dependencies: the SQL of the step that decides the kind of the dependency, as composed by
  * [[Kinds]]. A column that is passed on unchanged has none. The texts and the search for them are bounded for a whole plan;
  * dependencies beyond the bounds have no description.
  *
  * @param throughViews
  *   see [[Closure]]
  */
final class Descriptions(graph: Graph, throughViews: Boolean) {
  import Descriptions._

  private var steps = maxStepsOfPlan
  private var characters = maxCharacters
  private val known = mutable.HashMap.empty[Int, DescribedDependencies]

  /** Columns of one node share the described dependencies. Their texts count for each of them, as an event repeats them. */
  def apply(node: Int, dependencies: Vector[Dependency]): Vector[Dependency] =
    known.get(node) match {
      case Some(DescribedDependencies(texts, described)) if texts <= characters =>
        characters -= texts
        described
      case Some(_) => dependencies
      case None if isSpent || !dependencies.exists(_.transformations.exists(_.kind != Kind.Identity)) =>
        dependencies
      case None =>
        val before = characters
        val described = describe(bySource(node), dependencies)
        if (dependencies.size >= minShared)
          known(node) = DescribedDependencies(before - characters, described)
        described
    }

  private def isSpent: Boolean = steps <= 0 || characters <= 0

  private def describe(
      descriptions: collection.Map[(ColumnRef, Int), Vector[String]],
      dependencies: Vector[Dependency]
  ): Vector[Dependency] =
    if (descriptions.isEmpty) dependencies
    else dependencies.map { d =>
      d.copy(transformations = d.transformations.flatMap { t =>
        val texts =
          descriptions.getOrElse(d.source -> Kinds.of(t.kind, t.masking), Vector.empty).filter(fits)
        if (texts.isEmpty) Vector(t) else texts.map(text => t.copy(description = text))
      })
    }

  private def fits(text: String): Boolean = {
    val fitting = text.length <= characters
    if (fitting) characters -= text.length
    fitting
  }

  /** The texts by source column and kind. Each node is visited once for each kind and text that reaches it. */
  private def bySource(root: Int): collection.Map[(ColumnRef, Int), Vector[String]] = {
    val texts = mutable.HashMap.empty[(ColumnRef, Int), Vector[String]]
    val seen = mutable.HashSet.empty[Step]
    val open = mutable.ArrayBuffer(Step(root, Kinds.identity, ""))
    while (open.nonEmpty && seen.size < maxSteps && steps > 0) {
      val step = open.remove(open.size - 1)
      steps -= 1
      if (seen.add(step)) graph.node(step.node) match {
        case Node.Source(ref) =>
          val known = texts.getOrElse(ref -> step.kinds, Vector.empty)
          if (step.text.nonEmpty && !known.contains(step.text) && known.size < maxTexts)
            texts(ref -> step.kinds) = known :+ step.text
        case _ => graph.edges(step.node, throughViews).reverseIterator.foreach(open ++= next(step, _))
      }
    }
    texts
  }

  private def next(step: Step, edge: Edge): Vector[Step] = Kinds.split(edge.kinds).map { kind =>
    val kinds = Kinds.compose(step.kinds, kind)
    val decides = kind != Kinds.identity &&
      (step.kinds == Kinds.identity || (Kinds.isDirect(step.kinds) && !Kinds.isDirect(kind)))
    Step(edge.to, kinds, if (decides) graph.description(step.node).getOrElse("") else step.text)
  }
}

private object Descriptions {

  /** The bound on the steps of one search. */
  val maxSteps = 20000

  /** The bound on the steps of all searches for one plan. */
  val maxStepsOfPlan = 200000

  /** The bound on the characters of all descriptions of one plan. */
  val maxCharacters = 65536

  /** The bound on the texts for one source column and one kind. */
  val maxTexts = 10

  /** Columns with fewer dependencies are described one by one. */
  val minShared = 16

  /** The dependencies of a node.
    *
    * @param texts
    *   the characters of all their descriptions
    */
  final case class DescribedDependencies(texts: Int, dependencies: Vector[Dependency])

  final case class Step(node: Int, kinds: Int, text: String)
}
