package io.headwater.plan.graph

import io.headwater.model.{Kind, Transformation}

/** A set of transformations as bits of an `Int`: one bit for each kind, and one more for each kind with masking. An edge
  * of the column graph has such a set, because one expression may use one column in several ways.
  */
object Kinds {
  private val count = Kind.all.size
  private val ordinal: Map[Kind, Int] = Kind.all.zipWithIndex.toMap
  private val directBits = Kind.all.count(_.isDirect)

  val none = 0

  val identity: Int = of(Kind.Identity)
  val transformation: Int = of(Kind.Transformation)
  val conditional: Int = of(Kind.Conditional)
  val aggregation: Int = of(Kind.Aggregation)
  val window: Int = of(Kind.Window)
  val sort: Int = of(Kind.Sort)
  val filter: Int = of(Kind.Filter)
  val groupBy: Int = of(Kind.GroupBy)
  val join: Int = of(Kind.Join)

  def of(kind: Kind, masking: Boolean = false): Int = 1 << (ordinal(kind) + (if (masking) count else 0))

  /** The set of the given transformations, the inverse of [[transformations]]. */
  def of(transformations: Vector[Transformation]): Int =
    transformations.foldLeft(none)((set, t) => set | of(t.kind, t.masking))

  /** The model's form of a set, in the order of [[Kind.all]]; transformations without masking come first. */
  def transformations(kinds: Int): Vector[Transformation] = mapBits(kinds)(byBit(_))

  private lazy val byBit: Vector[Transformation] =
    Vector.tabulate(2 * count)(bit => Transformation(Kind.all(bit % count), masking = bit >= count))

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
    else foldBits(near)((all, n) => all | foldBits(far)((set, f) => set | (1 << pairs(n)(f))))

  /** Splits a set into sets of one kind each. */
  def split(kinds: Int): Vector[Int] = if (isSingle(kinds)) Vector(kinds) else mapBits(kinds)(1 << _)

  /** Whether all kinds of a set are direct. */
  def isDirect(kinds: Int): Boolean = (kinds & ~direct) == none

  /** Whether any kind of a set is direct. */
  def hasDirect(kinds: Int): Boolean = (kinds & direct) != none

  private lazy val direct: Int =
    Kind.all.filter(_.isDirect).map(k => of(k) | of(k, masking = true)).reduce(_ | _)

  private def isSingle(kinds: Int): Boolean = Integer.bitCount(kinds) == 1

  private def mapBits[A](kinds: Int)(f: Int => A): Vector[A] =
    if (isSingle(kinds)) Vector(f(Integer.numberOfTrailingZeros(kinds)))
    else {
      val out = Vector.newBuilder[A]
      foldBits(kinds) { (size, bit) => out += f(bit); size + 1 }
      out.result()
    }

  /** Passes the number of each bit, the lowest first. These sets are read for each edge of a plan's columns. */
  private def foldBits(kinds: Int)(f: (Int, Int) => Int): Int = {
    var (result, left) = (none, kinds)
    while (left != none) {
      result = f(result, Integer.numberOfTrailingZeros(left))
      left &= left - 1
    }
    result
  }

  private val pairs: Array[Array[Int]] = Array.tabulate(2 * count, 2 * count) { (near, far) =>
    val (n, f) = (near % count, far % count)
    val masks = near >= count || far >= count
    val kind = if (n >= directBits) n else if (f >= directBits) f else n.max(f)
    kind + (if (masks) count else 0)
  }
}
