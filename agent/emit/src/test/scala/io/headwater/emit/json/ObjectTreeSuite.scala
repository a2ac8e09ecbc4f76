package io.headwater.emit.json

import java.lang.reflect.{Constructor, Modifier, ParameterizedType, Type}
import java.net.URI
import java.time.{ZoneOffset, ZonedDateTime}
import java.util
import java.util.UUID
import java.util.zip.ZipFile

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.json.OpenLineageMapper.mapper
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DefaultDatasetFacet, DefaultRunFacet}

/** Each class of openlineage-java becomes the JSON that Jackson makes of it. */
class ObjectTreeSuite extends AnyFunSuite {
  import ObjectTreeSuite._

  /** Trees of what is written: the order of properties has no meaning. */
  private def written(value: AnyRef): JsonNode = ExactJson.read(ExactJson.write(ObjectTree(value)))
  private def byJackson(value: AnyRef): JsonNode = ExactJson.read(mapper.writeValueAsString(value))

  test("all classes of the client are written as by Jackson") {
    assert(classes.size > 120)
    classes.foreach { of =>
      val value = sample(of, 4)
      assert(written(value) == byJackson(value), of.getName)
    }
  }

  test("a property without a value is left out") {
    classes.foreach { of =>
      val value = made(constructor(of), _ => null)
      assert(written(value) == byJackson(value), of.getName)
    }
  }

  test("a facet of a class that is not the client's is written as by Jackson") {
    val facet = new DefaultDatasetFacet(URI.create("https://acme.example"), null) {
      override def get_schemaURL: URI = URI.create("https://acme.example/facet.json")
      def getOwner: String = "acme"
    }
    facet.getAdditionalProperties.put("level", Int.box(3))
    assert(written(facet) == byJackson(facet))
    assert(ObjectTree(facet).path("owner").asText == "acme")
  }

  test("values of additional properties are written as by Jackson") {
    val facet = new DefaultRunFacet(URI.create("https://acme.example"))
    val values = Vector[(String, Any)](
      "double" -> 0.1,
      "large" -> 1e300,
      "whole" -> 5.0,
      "nan" -> Double.NaN,
      "long" -> Long.MaxValue,
      "float" -> 1.5f,
      "short" -> 7.toShort,
      "decimal" -> new java.math.BigDecimal("1.10"),
      "integer" -> new java.math.BigInteger("9" * 30),
      "time" -> ZonedDateTime.of(2026, 11, 24, 1, 2, 3, 4000000, ZoneOffset.UTC),
      "enum" -> OpenLineage.RunEvent.EventType.START,
      "java enum" -> java.util.concurrent.TimeUnit.DAYS,
      "bytes" -> Array[Byte](1, 2, 3),
      "array" -> Array("a", "b"),
      "text" -> "\u2028 \ud83d\ude00 \" \\ \n",
      "lone" -> "\ud83d",
      "nothing" -> null,
      "list" -> util.Arrays.asList("a", null, Int.box(1)),
      "map" -> util.Collections.singletonMap("k", null),
      "set" -> util.Collections.singleton(true),
      "tree" -> mapper.createObjectNode().put("a", 1).putNull("b")
    )
    values.foreach { case (name, value) =>
      facet.getAdditionalProperties.put(name, value.asInstanceOf[AnyRef])
      assert(written(facet) == byJackson(facet), name)
    }
  }
}

private object ObjectTreeSuite {
  private val prefix = "io/openlineage/client/OpenLineage$"

  /** The classes of the client that are part of an event. */
  val classes: Vector[Class[_]] = {
    val jar = new ZipFile(classOf[OpenLineage].getProtectionDomain.getCodeSource.getLocation.getPath)
    val names = Vector.newBuilder[String]
    try jar.stream().map[String](_.getName).filter(_.startsWith(prefix)).forEach { n => names += n; () }
    finally jar.close()
    names.result().filter(_.endsWith(".class")).map(n => Class.forName(n.dropRight(6).replace('/', '.')))
      .filterNot(c => c.isInterface || c.isEnum || c.isAnonymousClass || c.getName.endsWith("Builder"))
      .filter(c => Try(constructor(c)).isSuccess)
  }

  private def constructor(of: Class[_]): Constructor[_] = {
    val found = of.getDeclaredConstructors.filterNot(_.isSynthetic).maxBy(_.getParameterCount)
    found.setAccessible(true)
    found
  }

  private def made(by: Constructor[_], argument: Type => AnyRef): AnyRef =
    by.newInstance(by.getGenericParameterTypes.map(argument): _*).asInstanceOf[AnyRef]

  private def sample(of: Class[_], depth: Int): AnyRef = {
    val value = made(constructor(of), argument(_, depth))
    more(value).foreach(_.put("added", "value"))
    value
  }

  /** The additional properties, where a text may be one. */
  private def more(value: AnyRef): Option[util.Map[String, AnyRef]] =
    Try(value.getClass.getDeclaredField("additionalProperties")).toOption.filter(
      _.getGenericType.getTypeName.endsWith("java.lang.Object>")
    ).map { field =>
      field.setAccessible(true)
      field.get(value).asInstanceOf[util.Map[String, AnyRef]]
    }

  private def argument(of: Type, depth: Int): AnyRef = of match {
    case p: ParameterizedType if p.getRawType == classOf[util.List[_]] =>
      util.Arrays.asList(argument(p.getActualTypeArguments()(0), depth - 1))
    case p: ParameterizedType if p.getRawType == classOf[util.Map[_, _]] =>
      util.Collections.singletonMap("key", argument(p.getActualTypeArguments()(1), depth - 1))
    case c: Class[_] => scalars.getOrElse(c, ofClass(c, depth))
    case _ => null
  }

  private def ofClass(of: Class[_], depth: Int): AnyRef =
    if (of.isEnum) of.getEnumConstants.head.asInstanceOf[AnyRef]
    else if (depth <= 0 || of.isInterface || Modifier.isAbstract(of.getModifiers) || of == classOf[Object])
      null
    else sample(of, depth - 1)

  private val scalars: Map[Class[_], AnyRef] = Map(
    classOf[String] -> "text",
    classOf[URI] -> URI.create("https://acme.example/a b".replace(" ", "%20")),
    classOf[UUID] -> UUID.fromString("01932d0c-7a7e-7000-8000-000000000001"),
    classOf[ZonedDateTime] -> ZonedDateTime.of(2026, 11, 24, 1, 2, 3, 0, ZoneOffset.UTC),
    classOf[java.lang.Boolean] -> Boolean.box(true),
    classOf[java.lang.Long] -> Long.box((1L << 53) + 1),
    classOf[java.lang.Integer] -> Int.box(7),
    classOf[java.lang.Double] -> Double.box(5.0)
  )
}
