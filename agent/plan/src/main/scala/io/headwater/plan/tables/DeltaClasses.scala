package io.headwater.plan.tables

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.util.{Attempts, ClassNames}

/** Delta's classes, by their names without Delta's package. On Databricks they lie in another package, and the names of some
  * commands end with `Edge`.
  */
object DeltaClasses {
  private val packages = Vector("org.apache.spark.sql.delta.", "com.databricks.sql.transaction.tahoe.")
  private val commands = "commands."

  /** The full names that a class of Delta may have. */
  def names(name: String): Vector[String] = packages.map(_ + name)

  /** Whether the class of `value`, or one of its supertypes, is this class of Delta. */
  def isA(value: Any, name: String): Boolean = value match {
    case null => false
    case ref: AnyRef => supertypes.get(ref.getClass)(name)
    case _ => false
  }

  /** The class and its supertypes that are Delta's, without its package. */
  private val supertypes = new ClassValue[Set[String]] {
    override def computeValue(of: Class[_]): Set[String] =
      ClassNames.ancestors(of).map(_.getName)
        .flatMap(name => packages.find(name.startsWith).map(p => name.substring(p.length))).toSet
  }

  def isDelta(className: String): Boolean = packages.exists(className.startsWith)

  /** Matches a command of Delta, and gives its name without `Edge`. */
  object Command {
    def unapply(plan: LogicalPlan): Option[String] = {
      val name = plan.getClass.getName
      packages.map(_ + commands).find(name.startsWith).map(p => name.substring(p.length).stripSuffix("Edge"))
    }
  }

  /** @param loader
    *   the loader of Delta's classes
    */
  def load(name: String, loader: ClassLoader): Option[Class[_]] =
    names(name).flatMap(n => Attempts.nonFatal[Class[_]](Class.forName(n, true, loader)).toOption).headOption
}
