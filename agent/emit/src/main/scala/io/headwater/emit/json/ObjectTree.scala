package io.headwater.emit.json

import java.lang.reflect.{Field, Modifier}
import java.net.URI
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME
import java.util
import java.util.UUID

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{DecimalNode, JsonNodeFactory, ObjectNode}

import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.DatasetFacets

/** Converts the objects of openlineage-java to JSON, as `OpenLineageMapper` does. Those classes are generated: their fields
  * have the names and the order of the properties, and are read directly. Jackson examines each class before it writes its
  * first object, which was a third of the agent's CPU at the start of an application. It still writes the objects of other
  * classes.
  */
private[emit] object ObjectTree {
  private val nodes = JsonNodeFactory.instance
  private val generated = classOf[OpenLineage].getName + "$"
  private val additional = "additionalProperties"

  /** None for a class that is not the client's, or whose fields may not be read. */
  private val fieldsOf = new ClassValue[Option[Array[Field]]] {
    override def computeValue(of: Class[_]): Option[Array[Field]] =
      if (of.getName.startsWith(generated) && of.getSuperclass == classOf[Object]) Try(fields(of)).toOption
      else None
  }

  private def fields(of: Class[_]): Array[Field] = {
    val all = of.getDeclaredFields.filterNot(f => Modifier.isStatic(f.getModifiers))
    all.foreach(_.setAccessible(true))
    all
  }

  def apply(value: Any): JsonNode = apply(value, ofFields)

  /** @param facets
    *   converts the facets of a dataset, which may be known from another event
    */
  def apply(value: Any, facets: DatasetFacets => JsonNode): JsonNode = value match {
    case null => nodes.nullNode // the objects have null for what is absent
    case s: String => nodes.textNode(s)
    case n: JsonNode => n
    case b: java.lang.Boolean => nodes.booleanNode(b)
    case i: java.lang.Integer => nodes.numberNode(i.intValue)
    case l: java.lang.Long => nodes.numberNode(l.longValue)
    case d: java.lang.Double if !d.isNaN && !d.isInfinite =>
      DecimalNode.valueOf(java.math.BigDecimal.valueOf(d))
    case u: URI => nodes.textNode(u.toString)
    case u: UUID => nodes.textNode(u.toString)
    case t: ZonedDateTime => nodes.textNode(ISO_OFFSET_DATE_TIME.format(t))
    case e: Enum[_] if e.getDeclaringClass.getName.startsWith(generated) => nodes.textNode(e.name)
    case all: util.Collection[_] => elements(all, facets)
    case all: util.Map[_, _] => put(nodes.objectNode, all, facets)
    case d: DatasetFacets => facets(d)
    case other: AnyRef => properties(other, facets)
    case other => byJackson(other)
  }

  /** The JSON of the facets of a dataset that no other event has. */
  val ofFields: DatasetFacets => JsonNode = properties(_, ofFields)

  private def byJackson(value: Any): JsonNode = OpenLineageMapper.mapper.valueToTree[JsonNode](value)

  private def elements[A](all: util.Collection[A], facets: DatasetFacets => JsonNode): JsonNode = {
    val out = nodes.arrayNode(all.size)
    val each = all.iterator
    while (each.hasNext) out.add(ObjectTree(each.next(), facets))
    out
  }

  private def properties(of: AnyRef, facets: DatasetFacets => JsonNode): JsonNode =
    fieldsOf.get(of.getClass).fold(byJackson(of)) { fields =>
      fields.foldLeft(nodes.objectNode) { (out, field) =>
        field.get(of) match {
          case null => out
          case more: util.Map[_, _] if field.getName == additional => put(out, more, facets)
          case value => out.set[ObjectNode](field.getName, ObjectTree(value, facets))
        }
      }
    }

  private def put[K, V](
      out: ObjectNode,
      all: util.Map[K, V],
      facets: DatasetFacets => JsonNode
  ): ObjectNode =
    if (all.isEmpty) out // most objects have no additional properties
    else {
      val entries = all.entrySet.iterator
      while (entries.hasNext) {
        val entry = entries.next()
        if (entry.getValue != null)
          out.set[JsonNode](entry.getKey.toString, ObjectTree(entry.getValue, facets))
      }
      out
    }
}
