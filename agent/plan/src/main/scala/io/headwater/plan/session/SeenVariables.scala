package io.headwater.plan.session

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.trees.Origin
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.util.BoundedMap

/** A variable by its full name: `session.x`, or `label.x` in a script. */
final case class VariableName(namespace: Vector[String], name: String) {
  def isOfSession: Boolean = namespace == VariableName.ofSession(name).namespace
}

object VariableName {
  private val session = "session"

  def of(identifier: Identifier, caseSensitive: Boolean): VariableName = {
    def stored(name: String) = if (caseSensitive) name else name.toLowerCase(ROOT)
    VariableName(identifier.namespace.toVector.map(stored), stored(identifier.name))
  }

  /** A variable outside of scripts. */
  def ofSession(name: String): VariableName = VariableName(Vector(session), name)
}

/** A position in the text of a script. It keeps the text's hash, not the text. */
final case class ScriptPosition(length: Int, hash: Int, index: Int) {
  def inSameScript(other: ScriptPosition): Boolean = length == other.length && hash == other.hash
}

object ScriptPosition {
  def of(script: String, index: Int): ScriptPosition = ScriptPosition(script.length, script.hashCode, index)

  /** None for what a DataFrame made. */
  def of(origin: Origin): Option[ScriptPosition] =
    for { text <- origin.sqlText; start <- origin.startIndex } yield of(text, start)
}

/** The SQL variables of one session, each with the lineage of the statements that set it. A plan that uses a variable
  * has its value only, not its origin. Not thread-safe: one thread reads all plans. If there are too many variables, the
  * oldest are removed; a variable that is not here is unknown.
  *
  * @param missed
  *   whether a statement of the session may have been missed
  */
final class SeenVariables(private var missed: Boolean = false) {
  import SeenVariables._

  val loops = new SeenLoops
  val scriptResults = new ScriptResults
  private val variables = new BoundedMap[VariableName, VariableValues](maxVariables)
  private val declarations = new BoundedMap[(ScriptPosition, String), VariableName](maxVariables)

  /** Whether the session has had no variable so far, as most sessions. */
  def isEmpty: Boolean = variables.isEmpty && !missed

  /** Begins a declaration. Plans of the session may still have earlier values. A script runs its statements one by one, so
    * none has an earlier value of a variable of its own.
    *
    * @param in
    *   the position of the declaration in a script
    */
  def declare(name: VariableName, in: Option[ScriptPosition]): VariableValue = {
    in.foreach { position =>
      declarations.remove((position, name.name)).filter(_ != name).foreach(variables.remove)
      declarations((position, name.name)) = name
    }
    put(name, variables.remove(name).getOrElse(new VariableValues)).declare(replacesAll = !name.isOfSession)
  }

  /** Begins to set a variable.
    *
    * @param definition
    *   Spark's definition of the variable with the value that it had before
    */
  def set(name: VariableName, definition: AnyRef): VariableValue =
    variables.get(name).getOrElse(put(name, new VariableValues)).set(definition)

  private def put(name: VariableName, values: VariableValues): VariableValues = {
    if (variables.size == maxVariables && !variables.contains(name)) {
      variables.toVector.foreach { case (other, its) => if (its.newest.isEmpty) variables.remove(other) }
      if (variables.size == maxVariables) missed = true
    }
    variables(name) = values
    values
  }

  /** The lineage of a variable's value. A plan that was analysed before a `SET` has the value of that time.
    *
    * @param definition
    *   Spark's definition in the plan
    */
  def apply(name: VariableName, definition: AnyRef): Option[CachedLineage] =
    variables.get(name).flatMap(_(definition))

  /** The lineage of the newest value; None if the variable has not been seen, Some(None) if its lineage is unknown. */
  def newest(name: VariableName): Option[Option[CachedLineage]] =
    variables.get(name).flatMap(_.newest).map(_.lineage)

  /** The variables of this name that were declared in the same script, before a position in it. */
  def declaredBefore(position: ScriptPosition, name: String): Vector[VariableName] =
    declarations.toVector.collect {
      case ((at, n), variable) if n == name && at.inSameScript(position) && at.index < position.index =>
        variable
    }

  /** Whether all variables are known not to depend on data. */
  def areConstant: Boolean = isEmpty ||
    (!missed && variables.values.flatMap(_.newest).forall(_.lineage.exists(_.isConstant)))

  /** Whether a text may have the name of a variable that depends on data. */
  def mayBeIn(text: String): Boolean = missed || {
    val lowerCase = text.toLowerCase(ROOT)
    variables.toVector.exists { case (variable, values) =>
      values.newest.exists(!_.lineage.exists(_.isConstant)) &&
      lowerCase.contains(variable.name.toLowerCase(ROOT))
    }
  }

  /** The variable has been dropped. Plans that were analysed before have their values. */
  def drop(name: VariableName): Unit = variables.get(name).foreach(_.drop())

  /** Forgets everything, because the plan of a statement has been missed, which may have set any variable. */
  def forgetAll(): Unit = {
    loops.forgetAll()
    scriptResults.forgetAll()
    variables.clear()
    declarations.clear()
    missed = true
  }
}

object SeenVariables {
  private val maxVariables = 2000
}
