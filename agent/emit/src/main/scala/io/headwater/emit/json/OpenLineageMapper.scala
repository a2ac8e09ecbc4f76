package io.headwater.emit.json

import java.time.ZonedDateTime

import com.fasterxml.jackson.annotation.JsonInclude.Include
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.databind.{DeserializationFeature, MapperFeature, SerializationFeature}
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.datatype.jsr310.ser.ZonedDateTimeSerializer

/** Converts between the objects of openlineage-java and JSON with the settings of `OpenLineageClientUtils.newObjectMapper`,
  * but keeps the digits of numbers, and has no Blackbird module: that makes a class for each property of each type, also of
  * facets that no event has.
  */
private[headwater] object OpenLineageMapper {

  /** Writes events and reads configuration. The only time that they have is `ZonedDateTime`; the modules for all types of
    * Java take a hundred classes.
    */
  val mapper: JsonMapper = settings(JsonMapper.builder()).addModule(times).build()

  /** Also reads events, and knows all types of Java's time and `Optional`. */
  lazy val reader: JsonMapper =
    settings(JsonMapper.builder()).addModules(new Jdk8Module, new JavaTimeModule).build()

  private def times: SimpleModule =
    new SimpleModule("times").addSerializer(classOf[ZonedDateTime], ZonedDateTimeSerializer.INSTANCE)

  private def settings(builder: JsonMapper.Builder): JsonMapper.Builder = builder
    .serializationInclusion(Include.NON_NULL)
    .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
}
