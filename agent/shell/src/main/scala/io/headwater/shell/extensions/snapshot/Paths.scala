package io.headwater.shell.extensions.snapshot

import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.execution.datasources.FileIndex
import org.apache.spark.sql.sources.BaseRelation

/** Resolves a dotted path from a plan node, for example `relation.location.rootPaths.0`. A step is a constructor
  * argument of a case class, a key of a map, an index in a list, or one of the methods of Spark's interfaces in
  * `property`, or a method that the configuration allows. A path can call no other method.
  */
final class Paths(getters: Getters) {
  import Paths._

  def resolve(from: Any, path: String): Either[String, Any] =
    steps(path).foldLeft[Either[String, Any]](Right(from)) {
      case (Right(value), step) => follow(unwrap(value), step)
      case (error, _) => error
    }

  private def follow(value: Any, step: String): Either[String, Any] = {
    val found = property(value).applyOrElse[String, Option[Any]](step, _ => None)
    found.orElse(element(value, step)).orElse(argument(value, step)).map(Right(_))
      .orElse(getters.value(value, step)).getOrElse(Left {
        val options = names(value)
        val has = if (options.isEmpty) "" else options.mkString("; it has ", ", ", "")
        s"'$step' is no argument of ${className(value)}$has"
      })
  }
}

private object Paths {

  def steps(path: String): Vector[String] = path.split('.').toVector.filter(_.nonEmpty)

  def unwrap(value: Any): Any = value match {
    case Some(inner) => unwrap(inner)
    case other => other
  }

  def property(value: Any): PartialFunction[String, Option[Any]] = value match {
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

  def element(value: Any, step: String): Option[Any] = value match {
    case m: scala.collection.Map[_, _] => m.collectFirst { case (k, v) if k == step => v }
    case m: java.util.Map[_, _] => Option(m.get(step))
    case s: scala.collection.Seq[_] => index(step).filter(s.isDefinedAt).map(s(_)) // it may have no end
    case a: Array[_] => index(step).filter(_ < a.length).map(a(_))
    case _ => None
  }

  def index(step: String): Option[Int] =
    if (step.nonEmpty && step.length < 9 && step.forall(c => c >= '0' && c <= '9')) Some(step.toInt) else None

  def argument(value: Any, step: String): Option[Any] = value match {
    case p: Product =>
      val i = ProductNames.of(p).indexOf(step)
      if (i < 0) None else Some(p.productElement(i))
    case _ => None
  }

  def names(value: Any): Vector[String] = value match {
    case _: scala.collection.Iterable[_] => Vector.empty
    case p: Product => ProductNames.of(p)
    case _ => Vector.empty
  }

  def className(value: Any): String = value match {
    case r: AnyRef => r.getClass.getName
    case _ => "nothing"
  }
}
