package io.headwater.plan.graph

import io.headwater.model.{Kind, Transformation}

/** A set of transformations as bits of an `Int`: one bit for each kind, and one more for each kind with masking. An edge
  * of the column graph has such a set, because one expression may use one column in several ways.
  */
object Kinds {
  private val count = Kind.all.size
  private val ordinal: Map[Kind, Int] = Kind.all.zipWithIndex.toMap
  private val directBits = Kind.all.count(_.direct)

  val none = 0

  val identity: Int = of(Kind.Identity)
  val value: Int = of(Kind.Transformation)
  val condition: Int = of(Kind.Conditional)
  val aggregation: Int = of(Kind.Aggregation)
  val window: Int = of(Kind.Window)
  val sort: Int = of(Kind.Sort)
  val filter: Int = of(Kind.Filter)
  val group: Int = of(Kind.GroupBy)

  def of(kind: Kind, masking: Boolean = false): Int = 1 << (ordinal(kind) + (if (masking) count else 0))

  /** The set of the given transformations, the inverse of [[transformations]]. */
  def of(transformations: Vector[Transformation]): Int =
    transformations.foldLeft(none)((set, t) => set | of(t.kind, t.masking))

  /** The model's form of a set, in the order of [[Kind.all]]; transformations without masking come first. */
  def transformations(kinds: Int): Vector[Transformation] =
    (0 until 2 * count).toVector.collect {
      case bit if (kinds & (1 << bit)) != 0 => Transformation(Kind.all(bit % count), masking = bit >= count)
    }

  /** The kinds of a dependency that consists of two steps. An indirect step overrides a direct one. Of two indirect
    * steps the one nearer to the output is taken, of two direct ones the stronger (identity < transformation <
    * aggregation). The result is masking if any step is masking (version 1-2-0 of the column lineage facet).
    *
    * @param near
    *   the kinds of the step that is nearer to the output
    * @param far
    *   the kinds of the step that is nearer to the source
    */
  def compose(near: Int, far: Int): Int =
    if (near == identity) far
    else if (far == identity) near
    else bits(near).foldLeft(none)((all, n) => bits(far).foldLeft(all)((set, f) => set | (1 << pairs(n)(f))))

  /** Splits a set into sets of one kind each. */
  def split(kinds: Int): Vector[Int] = bits(kinds).map(1 << _).toVector

  /** Whether the only kind of a set is a direct one. */
  def isDirect(kind: Int): Boolean = bits(kind).forall(_ % count < directBits)

  private def bits(kinds: Int): Iterator[Int] =
    Iterator.range(0, 2 * count).filter(b => (kinds & (1 << b)) != 0)

  private val pairs: Array[Array[Int]] = Array.tabulate(2 * count, 2 * count) { (near, far) =>
    val (n, f) = (near % count, far % count)
    val masks = near >= count || far >= count
    val kind = if (n >= directBits) n else if (f >= directBits) f else n.max(f)
    kind + (if (masks) count else 0)
  }
}
