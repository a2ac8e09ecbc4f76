package io.headwater.plan.session

/** The query of a loop `FOR r AS SELECT … DO` in a script.
  *
  * @param variable
  *   the name of the loop's variable, if it has one
  * @param position
  *   the place of the query in the script
  * @param lineage
  *   the lineage of the query's columns
  */
final case class ForLoop(variable: Option[String], position: ScriptPosition, lineage: CachedLineage) {

  /** The lineage of one column of the row. */
  def column(name: String): Option[CachedLineage] = lineage.column(_.equalsIgnoreCase(name))
}

/** The loops that scripts of one session have begun. Spark runs the query of a loop and then sets a variable to each value
  * of each row, as a constant. If there are too many loops, the oldest are removed.
  */
final class SeenLoops(maxLoops: Int = 100) {
  private var newestFirst = Vector.empty[ForLoop]

  /** Records the start of a loop. A loop that runs again replaces its last run. */
  def begin(loop: ForLoop): Unit =
    newestFirst = (loop +: newestFirst.filterNot(_.position == loop.position)).take(maxLoops)

  /** The loop that sets a variable.
    *
    * @param label
    *   the namespace of the variable: the name of the loop's variable, or a random one
    * @return
    *   where the loop is, and the lineage of the value. If several loops are possible, it has the dependencies of all.
    */
  def setting(label: String, column: String): Option[(ScriptPosition, CachedLineage)] = {
    val named = newestFirst.filter(_.variable.exists(_.equalsIgnoreCase(label))).take(1)
    val loops = if (named.nonEmpty) named else unnamed
    val columns = loops.flatMap(l => l.column(column).map(l.position -> _))
    columns.headOption.map { case (position, _) => position -> CachedLineage.anyOf(columns.map(_._2)) }
  }

  def forgetAll(): Unit = newestFirst = Vector.empty

  /** The loops without a name in the script that began one last. */
  private def unnamed: Vector[ForLoop] = {
    val all = newestFirst.filter(_.variable.isEmpty)
    all.filter(_.position.inSameScript(all.head.position))
  }
}
