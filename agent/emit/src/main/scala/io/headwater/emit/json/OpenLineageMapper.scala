package io.headwater.emit.json

import com.fasterxml.jackson.annotation.JsonInclude.Include
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.{DeserializationFeature, MapperFeature, SerializationFeature}
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule

/** Converts between the objects of openlineage-java and JSON as `OpenLineageClientUtils.newObjectMapper` does, but keeps
  * the digits of numbers, and leaves out Jackson's Blackbird module. That module makes a class for each property of each
  * type, also of facets that no event has: about 560 classes, and half a second of CPU when an application starts.
  */
private[emit] object OpenLineageMapper {
  val mapper: JsonMapper = JsonMapper.builder()
    .addModules(new Jdk8Module, new JavaTimeModule)
    .serializationInclusion(Include.NON_NULL)
    .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
    .build()
}
