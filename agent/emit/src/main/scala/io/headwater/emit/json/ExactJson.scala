package io.headwater.emit.json

import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode}

/** Reads JSON so that writing it again gives the same digits: a number with a fraction does not become a `Double`. */
private[headwater] object ExactJson {
  private val mapper = JsonMapper.builder()
    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
    .build()

  /** @throws com.fasterxml.jackson.core.JsonProcessingException
    *   if the text is not one JSON value
    */
  def read(text: String): JsonNode = mapper.readTree(text)
}
