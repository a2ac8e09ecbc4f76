package io.headwater.shell.extensions.snapshot

import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.execution.datasources.FileIndex
import org.apache.spark.sql.sources.BaseRelation

import io.headwater.util.Attempts

/** Resolves a dotted path from a plan node, for example `relation.location.rootPaths.0`. A step is a constructor
  * argument of a case class, a key of a map, an index in a list, or one of the methods of Spark's interfaces in
  * `property`, or a method that the configuration allows. A path can call no other method. A key that contains dots is
  * written in backticks: `` table.properties.`acme.endpoint` ``.
  */
final class Paths(getters: Getters) {
  import Paths._

  /** The value at the path; a message for the author of the extension if there is none. */
  def resolve(from: Any, path: String): Either[String, Any] =
    walk(from, path)((value, step) => Left(message(value, step)))

  /** As `resolve`, but null if a map on the path lacks the key, a list the index, or if a value on the path is null. */
  def optional(from: Any, path: String): Either[String, Any] =
    walk(from, path)((value, step) => if (mayLack(value, step)) Right(null) else Left(message(value, step)))

  private def walk(
      from: Any,
      path: String
  )(missing: (Any, String) => Either[String, Any]): Either[String, Any] =
    steps(path).foldLeft[Either[String, Any]](Right(from)) {
      case (Right(value), step) =>
        val holder = unwrap(value)
        follow(holder, step).getOrElse(missing(holder, step))
      case (error, _) => error
    }

  private def follow(value: Any, step: String): Option[Either[String, Any]] = {
    val found = property(value).applyOrElse[String, Option[Any]](step, _ => None)
    found.orElse(element(value, step)).orElse(argument(value, step)).map(Right(_))
      .orElse(getters.value(value, step))
  }
}

private object Paths {

  val maxNames = 20
  private val step = "`([^`]*)`?|[^.`]+".r

  def steps(path: String): Vector[String] =
    step.findAllMatchIn(path).map(m => Option(m.group(1)).getOrElse(m.matched)).filter(_.nonEmpty).toVector

  def unwrap(value: Any): Any = value match {
    case Some(inner) => unwrap(inner)
    case o: java.util.Optional[_] => if (o.isPresent) unwrap(o.get) else null
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
    case m: scala.collection.Map[_, _] =>
      attempted(m.asInstanceOf[scala.collection.Map[Any, Any]].get(step)) // options ignore case
    case m: java.util.Map[_, _] => attempted(Option(m.get(step)))
    case s: scala.collection.Seq[_] => index(step).filter(s.isDefinedAt).map(s(_)) // it may have no end
    case l: java.util.List[_] => index(step).filter(_ < l.size).map(l.get(_))
    case a: Array[_] => index(step).filter(_ < a.length).map(a(_))
    case _ => None
  }

  /** A sorted map throws for a key of another type. */
  private def attempted(found: => Option[Any]): Option[Any] = Attempts.nonFatal(found).toOption.flatten

  def index(step: String): Option[Int] =
    if (step.nonEmpty && step.length < 9 && step.forall(c => c >= '0' && c <= '9')) Some(step.toInt) else None

  def argument(value: Any, step: String): Option[Any] = value match {
    case p: Product =>
      val i = ProductNames.of(p).indexOf(step)
      if (i < 0) None else Some(p.productElement(i))
    case _ => None
  }

  def message(value: Any, step: String): String = {
    val options = names(value)
    val more = if (options.size > maxNames) ", …" else ""
    val has = if (options.isEmpty) "" else options.take(maxNames).mkString("; it has ", ", ", more)
    val what = if (isMap(value)) "key of the map" else s"argument of ${className(value)}"
    s"'$step' is no $what$has"
  }

  /** Whether the step is right for the value, which only happens not to have it. */
  def mayLack(value: Any, step: String): Boolean = value match {
    case null | None => true
    case _: scala.collection.Seq[_] | _: java.util.List[_] | _: Array[_] => index(step).isDefined
    case other => isMap(other)
  }

  def isMap(value: Any): Boolean = value match {
    case _: scala.collection.Map[_, _] | _: java.util.Map[_, _] => true
    case _ => false
  }

  /** The steps that can follow: one more than [[maxNames]] shows that there are others. */
  def names(value: Any): Vector[String] = value match {
    case m: scala.collection.Map[_, _] => quoted(m.keysIterator.take(maxNames + 1))
    case m: java.util.Map[_, _] =>
      val keys = m.keySet.iterator
      quoted(Iterator.continually(keys).takeWhile(_.hasNext).map(_.next()).take(maxNames + 1))
    case _: scala.collection.Iterable[_] => Vector.empty
    case p: Product => ProductNames.of(p)
    case _ => Vector.empty
  }

  private def quoted(keys: Iterator[Any]): Vector[String] =
    keys.collect { case key: String => if (key.contains('.')) s"`$key`" else key }.toVector

  def className(value: Any): String = value match {
    case r: AnyRef => r.getClass.getName
    case _ => "nothing"
  }
}
