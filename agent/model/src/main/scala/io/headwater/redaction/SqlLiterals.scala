package io.headwater.redaction

import scala.annotation.tailrec

/** The literals of a part of a statement, and the names, which may stand for literals. Joining two is constant work, so
  * that deep nesting costs no more. Two are equal only if they are the same object.
  */
private[redaction] sealed abstract class SqlLiterals {
  import SqlLiterals._

  def ++(other: SqlLiterals): SqlLiterals =
    if (this eq Empty) other else if (other eq Empty) this else new Join(this, other)

  /** The first token; none if there are no literals. */
  @tailrec final def head: Option[SqlToken] = this match {
    case join: Join => join.first.head
    case one: One => Some(one.token)
    case Empty => None
  }
}

private[redaction] object SqlLiterals {
  case object Empty extends SqlLiterals
  final class One(val token: SqlToken) extends SqlLiterals
  final class Join(val first: SqlLiterals, val second: SqlLiterals) extends SqlLiterals
}

/** Literals by the position of their column. Those of columns beyond `SqlWords.maxPositions` are left out. */
private[redaction] final case class SqlColumns(all: Vector[SqlLiterals] = Vector.empty) {

  def add(at: Int, literals: SqlLiterals): SqlColumns =
    if (at >= SqlWords.maxPositions) this
    else if (at < all.size) SqlColumns(all.updated(at, all(at) ++ literals))
    else SqlColumns((if (at == all.size) all else all.padTo(at, SqlLiterals.Empty)) :+ literals)

  /** The columns of both, each joined with that of the same position. */
  def ++(others: SqlColumns): SqlColumns =
    others.all.take(SqlWords.maxPositions).zipWithIndex.foldLeft(this) { case (done, (literals, i)) =>
      done.add(i, literals)
    }

  def shifted(by: Int): SqlColumns = SqlColumns(Vector.fill(by)(SqlLiterals.Empty) ++ all)
  def at(position: Int): Option[SqlLiterals] = all.lift(position)
}
