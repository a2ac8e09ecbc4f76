package io.headwater.shell.extensions.snapshot

import java.time.temporal.{TemporalAccessor, TemporalAmount}

import scala.annotation.tailrec
import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{
  BigIntegerNode,
  BooleanNode,
  DecimalNode,
  DoubleNode,
  LongNode,
  NullNode,
  ObjectNode,
  TextNode
}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table}
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.types.{DataType, StructType}

import io.headwater.redaction.Redactor
import io.headwater.shell.json.Json
import io.headwater.util.{Attempts, Texts}

/** Converts values of plans to JSON for Python. The JSON is bounded and redacted. An object of an unknown class
  * becomes its class name; its `toString` is never called.
  *
  * @param index
  *   the number of a plan node in the request
  * @param getters
  *   the methods that paths may call
  */
final class NodeValues(
    redactor: Redactor,
    index: LogicalPlan => Option[Int],
    getters: Getters = Getters.none
) {
  import NodeValues._
  private val paths = new Paths(getters)

  /** The value at a path of a node; a message for the author of the extension if there is none. The last step of the path
    * shows whether the value is a secret.
    */
  def at(node: Any, path: String): Either[String, JsonNode] =
    paths.resolve(node, path).map(requested(_, path, maxLive))

  /** As `at`, but null for what a map, a list or an option on the path does not have. A request has many of these values, so
    * that a text may not be so long.
    */
  def optional(node: Any, path: String): Either[String, JsonNode] =
    paths.optional(node, path).map(requested(_, path, maxNeeded))

  /** A value that an extension asks for, such as a query or a schema, may be a longer text than others. */
  @tailrec private def requested(value: Any, path: String, limit: Int): JsonNode = value match {
    case Some(inner) => requested(inner, path, limit)
    case s: String => text(s, Paths.steps(path).lastOption, limit)
    case other => of(other, 0, Paths.steps(path).lastOption)
  }

  def of(value: Any): JsonNode = of(value, 0, None)

  /** An argument or a value of a map. Its name shows whether it is a secret. */
  def argument(name: String, value: Any): JsonNode = named(name, value, 1)

  private def named(key: String, value: Any, depth: Int): JsonNode = of(value, depth, Some(key))

  private def of(value: Any, depth: Int, key: Option[String]): JsonNode =
    Attempts.nonFatal(read(value, depth, key)).getOrElse(className(value)) // an accessor of a library failed

  private def read(value: Any, depth: Int, key: Option[String]): JsonNode = value match {
    case null | None => NullNode.instance
    case Some(inner) => read(inner, depth, key)
    case o: java.util.Optional[_] => read(if (o.isPresent) o.get else null, depth, key)
    case s: String => text(s, key)
    case b: Boolean => BooleanNode.valueOf(b)
    case n: Number => number(n)
    case t: java.sql.Timestamp => text(t.toInstant.toString, None)
    case d: java.sql.Date => text(d.toLocalDate.toString, None)
    case _: TemporalAccessor | _: TemporalAmount => text(value.toString, None)
    case c: Class[_] => text(c.getName, None)
    case e: Enum[_] => text(e.name, None)
    case p: LogicalPlan => index(p).fold[JsonNode](className(p))(i => Json.obj().put("node", i))
    case t: TableIdentifier => text(t.unquotedString, None)
    case _: java.net.URI | _: java.io.File | _: org.apache.hadoop.fs.Path => text(value.toString, key)
    case s: StructType => Json.obj().set[ObjectNode]("fields", fields(s))
    case t: DataType => text(t.catalogString, None)
    case m: scala.collection.Map[_, _] if depth < maxMapDepth => entries(m.iterator.take(maxItems), depth)
    case m: java.util.Map[_, _] if depth < maxMapDepth => entries(pairs(m), depth)
    case i: Identifier =>
      Json.obj().put("name", i.name).set[ObjectNode]("namespace", Json.strings(i.namespace.toVector))
    case _ if depth >= maxDepth => className(value)
    case e: Expression => expression(e)
    case s: scala.collection.Iterable[_] =>
      Json.array(s.iterator.take(maxItems).map(of(_, depth + 1, key)).toVector)
    case c: java.util.Collection[_] => Json.array(items(c).map(of(_, depth + 1, key)))
    case a: Array[_] => Json.array(a.iterator.take(maxItems).map(of(_, depth + 1, key)).toVector)
    case other => withProperties(other, depth)
  }

  private def number(n: Number): JsonNode = n match {
    case _: java.lang.Byte | _: java.lang.Short | _: Integer | _: java.lang.Long =>
      LongNode.valueOf(n.longValue)
    case _: java.lang.Float | _: java.lang.Double => DoubleNode.valueOf(n.doubleValue)
    case d: java.math.BigDecimal => DecimalNode.valueOf(d)
    case i: java.math.BigInteger => BigIntegerNode.valueOf(i)
    case d: BigDecimal => DecimalNode.valueOf(d.bigDecimal)
    case other => className(other)
  }

  private def withProperties(value: Any, depth: Int): JsonNode = value match {
    case t: CatalogTable =>
      withClass(t, depth)(
        "identifier" -> t.identifier,
        "provider" -> t.provider,
        "tableType" -> t.tableType.name,
        "location" -> t.storage.locationUri,
        "properties" -> t.properties
      )
    case r: HadoopFsRelation =>
      withClass(r, depth)(
        "format" -> r.fileFormat.getClass.getName,
        "rootPaths" -> r.location.rootPaths,
        "options" -> r.options
      )
    case t: Table => withClass(t, depth)("name" -> t.name, "properties" -> t.properties)
    case c: CatalogPlugin => withClass(c, depth)("name" -> c.name)
    case p: Product =>
      withClass(p, depth)(ProductNames.of(p).zip(p.productIterator.toVector).take(maxItems): _*)
    case other => className(other)
  }

  private def withClass(value: Any, depth: Int)(entries: (String, Any)*): ObjectNode = {
    val out = className(value)
    entries.foreach { case (k, v) => out.set[JsonNode](k, named(k, v, depth + 1)) }
    out
  }

  private def className(value: Any): ObjectNode = value match {
    case r: AnyRef => Json.obj().put("class", r.getClass.getName)
    case _ => Json.obj()
  }

  private def text(s: String, key: Option[String], limit: Int = maxCharacters): JsonNode = {
    val start = s.take(maxRead) // a getter may return megabytes
    val clean = key.fold(redactor.text(start))(redactor.property(_, start))
    TextNode.valueOf(Texts.shortened(clean, limit))
  }

  private def entries(all: Iterator[(Any, Any)], depth: Int): ObjectNode = {
    val out = Json.obj()
    all.foreach {
      case (k: String, v) => out.set[JsonNode](k, named(k, v, depth + 1))
      case _ => ()
    }
    out
  }

  private def items(c: java.util.Collection[_]): Vector[Any] = {
    val all = c.iterator
    Iterator.continually(all).takeWhile(_.hasNext).map(_.next(): Any).take(maxItems).toVector
  }

  private def pairs(m: java.util.Map[_, _]): Iterator[(Any, Any)] = {
    val all = mutable.ArrayBuffer.empty[(Any, Any)]
    m.forEach { (k: Any, v: Any) => if (all.size < maxItems) all += k -> v; () }
    all.iterator
  }

  /** The class of an expression and the attributes in it. The search for attributes visits a limited number of nodes.
    */
  private def expression(e: Expression): ObjectNode = {
    val out = className(e)
    e match {
      case n: NamedExpression if n.resolved => out.put("name", n.name).put("id", n.exprId.id)
      case _ => ()
    }
    val open = mutable.ArrayBuffer(e)
    val refs = mutable.LinkedHashSet.empty[Long]
    var left = maxExpressionNodes
    while (open.nonEmpty && left > 0) {
      left -= 1
      open.remove(open.size - 1) match {
        case a: Attribute if a.resolved => refs += a.exprId.id
        case other => open ++= other.children
      }
    }
    val ids = Json.array(Vector.empty)
    refs.foreach(r => ids.add(r))
    out.set[ObjectNode]("refs", ids)
  }
}

object NodeValues {
  private val maxCharacters = 256
  private val maxNeeded = 4096
  private val maxLive = 65000
  private val maxRead = 1 << 16
  private val maxItems = 64
  private val maxDepth = 3
  private val maxMapDepth = 5 // a map may contain itself
  private val maxExpressionNodes = 40

  /** For each node or schema. */
  private val maxAttributes = 256

  /** For values outside a request. */
  val plain: NodeValues = new NodeValues(Redactor.default, _ => None)

  def fields(schema: StructType): JsonNode =
    Json.array(schema.fields.take(maxAttributes).map(f =>
      Json.obj().put("name", f.name).put("type", f.dataType.catalogString)
    ))

  def output(attributes: Seq[Attribute]): JsonNode =
    Json.array(attributes.take(maxAttributes).map(a =>
      Json.obj().put("name", a.name).put("type", a.dataType.catalogString).put("id", a.exprId.id)
    ))
}
