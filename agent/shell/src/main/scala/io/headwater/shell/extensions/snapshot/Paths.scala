package io.headwater.shell.extensions.snapshot

import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.execution.datasources.FileIndex
import org.apache.spark.sql.sources.BaseRelation

/** Follows a dotted path from a plan node: `relation.location.rootPaths.0`. A step is a constructor argument of a case
  * class, a key of a map, a place in a list, or one of the few reads of Spark's interfaces named here. No other method
  * can be called by it.
  */
object Paths {

  def resolve(from: Any, path: String): Either[String, Any] =
    path.split('.').toVector.filter(_.nonEmpty).foldLeft[Either[String, Any]](Right(from)) {
      case (Right(at), step) => next(unwrapped(at), step)
      case (wrong, _) => wrong
    }

  private def unwrapped(value: Any): Any = value match {
    case Some(inner) => unwrapped(inner)
    case other => other
  }

  private def next(at: Any, step: String): Either[String, Any] = {
    val known = read(at).applyOrElse[String, Option[Any]](step, _ => None)
    known.orElse(element(at, step)).orElse(argument(at, step)).toRight {
      val options = names(at)
      val has = if (options.isEmpty) "" else options.mkString("; it has ", ", ", "")
      s"'$step' is no argument of ${className(at)}$has"
    }
  }

  private def read(at: Any): PartialFunction[String, Option[Any]] = at match {
    case t: Table => {
      case "name" => Some(t.name)
      case "properties" => Some(t.properties)
      case "class" => Some(t.getClass.getName)
    }
    case c: CatalogPlugin => { case "name" => Some(c.name) }
    case i: Identifier => {
      case "name" => Some(i.name)
      case "namespace" => Some(i.namespace)
    }
    case f: FileIndex => { case "rootPaths" => Some(f.rootPaths) }
    case r: BaseRelation => { case "schema" => Some(r.schema) }
    case _ => PartialFunction.empty
  }

  private def element(at: Any, step: String): Option[Any] = at match {
    case m: scala.collection.Map[_, _] => m.collectFirst { case (k, v) if k == step => v }
    case m: java.util.Map[_, _] => Option(m.get(step))
    case s: scala.collection.Seq[_] => place(step).filter(_ < s.size).map(s(_))
    case a: Array[_] => place(step).filter(_ < a.length).map(a(_))
    case _ => None
  }

  private def place(step: String): Option[Int] =
    if (step.nonEmpty && step.length < 9 && step.forall(c => c >= '0' && c <= '9')) Some(step.toInt) else None

  private def argument(at: Any, step: String): Option[Any] = at match {
    case p: Product =>
      val i = ProductNames.of(p).indexOf(step)
      if (i < 0) None else Some(p.productElement(i))
    case _ => None
  }

  private def names(at: Any): Vector[String] = at match {
    case _: scala.collection.Iterable[_] => Vector.empty
    case p: Product => ProductNames.of(p)
    case _ => Vector.empty
  }

  private def className(at: Any): String = at match {
    case r: AnyRef => r.getClass.getName
    case _ => "nothing"
  }
}
