package io.headwater.plan.session

import java.lang.ref.WeakReference

import scala.collection.mutable

/** One value that a SQL variable has had. Its lineage is unknown until the statement that set it is known to have succeeded,
  * because the end of a statement may be missed.
  *
  * @param replacesAll
  *   whether no plan can have an earlier value once this statement has succeeded
  */
final class VariableValue private[session] (all: VariableValues, replacesAll: Boolean = false) {
  private var known = Option.empty[CachedLineage]
  private var definition = Option.empty[WeakReference[AnyRef]]

  /** None if unknown. */
  def lineage: Option[CachedLineage] = known

  /** The statement that set the value has succeeded. */
  def succeeded(lineage: Option[CachedLineage]): Unit = {
    known = lineage
    if (replacesAll) all.keepOnly(this)
  }

  /** The statement has failed, so the variable has never had the value. */
  def failed(): Unit = all.remove(this)

  private[session] def isOf(other: AnyRef): Boolean = definition.exists(_.get eq other)
  private[session] def hasDefinition: Boolean = definition.isDefined
  private[session] def isGone: Boolean = definition.exists(_.get == null)
  private[session] def define(by: AnyRef): Unit = definition = Some(new WeakReference(by))
}

/** The values of one SQL variable, the newest last. A plan with the variable has Spark's definition of it, one object for
  * each value. It belongs to a value from the first plan on that has shown it.
  */
private[session] final class VariableValues(maxValues: Int = 10000) {
  import VariableValues.minSize

  private val values = mutable.ArrayBuffer.empty[VariableValue]
  private var isDropped = false
  private var sizeToClean = minSize

  /** None if there is no such variable. */
  def newest: Option[VariableValue] = if (isDropped) None else values.lastOption

  def drop(): Unit = isDropped = true

  def declare(replacesAll: Boolean): VariableValue = {
    isDropped = false
    add(replacesAll)
  }

  /** @param definition
    *   Spark's definition of the variable with the value that it had before
    */
  def set(definition: AnyRef): VariableValue = {
    if (!values.exists(_.isOf(definition)))
      values.lastOption.filterNot(_.hasDefinition).getOrElse(add()).define(definition)
    add()
  }

  /** The lineage of the value of a definition. If no plan has shown it so far, it is that of any value without one. */
  def apply(definition: AnyRef): Option[CachedLineage] =
    values.reverseIterator.find(_.isOf(definition)) match {
      case Some(value) => value.lineage
      case None =>
        val possible = values.toVector.filterNot(_.hasDefinition)
        if (possible.size == 1) possible(0).define(definition)
        val lineages = possible.flatMap(_.lineage)
        if (lineages.isEmpty || lineages.size < possible.size) None else Some(CachedLineage.anyOf(lineages))
    }

  def remove(value: VariableValue): Unit = { values -= value; () }

  def keepOnly(value: VariableValue): Unit = {
    values.clear()
    values += value
    ()
  }

  private def add(replacesAll: Boolean = false): VariableValue = {
    if (values.size >= sizeToClean) clean()
    val value = new VariableValue(this, replacesAll)
    values += value
    value
  }

  /** Removes the values that no plan has any more. If there are too many others, one that is unknown replaces the oldest. */
  private def clean(): Unit = {
    val undefined = mutable.HashSet.empty[Option[CachedLineage]]
    val newest = values.last
    val kept = values.toVector.filter(v =>
      (v eq newest) || (if (v.hasDefinition) !v.isGone else undefined.add(v.lineage))
    )
    values.clear()
    if (kept.size > maxValues) values += new VariableValue(this)
    values ++= kept.takeRight(maxValues)
    sizeToClean = minSize.max(2 * values.size)
  }
}

private[session] object VariableValues {
  private val minSize = 16
}
