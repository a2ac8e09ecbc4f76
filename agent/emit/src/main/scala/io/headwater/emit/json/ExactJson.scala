package io.headwater.emit.json

import java.io.Writer

import com.fasterxml.jackson.core.io.SegmentedStringWriter
import com.fasterxml.jackson.core.{
  JsonFactory,
  JsonGenerator,
  JsonParseException,
  JsonParser,
  JsonToken,
  StreamReadConstraints
}
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{
  ArrayNode,
  BooleanNode,
  JsonNodeFactory,
  MissingNode,
  NullNode,
  NumericNode,
  ObjectNode,
  TextNode
}

/** Reads JSON so that writing it again gives the same digits: a number with a fraction does not become a `Double`. It
  * needs only Jackson's streaming half: an `ObjectMapper` loads 300 classes before it reads its first tree.
  */
private[headwater] object ExactJson {
  private val factory = new JsonFactory
  factory.setStreamReadConstraints(unlimited)
  private val nodes = JsonNodeFactory.instance

  /** Jackson writes texts that are longer than what it reads; the name of a column may be a whole expression. */
  private def unlimited: StreamReadConstraints = {
    val limits = StreamReadConstraints.builder.maxStringLength(Int.MaxValue).maxNumberLength(Int.MaxValue)
    // Jackson 2.15, with which the tests of plans run on Spark 3.5, limits no names
    (try limits.maxNameLength(Int.MaxValue)
    catch { case _: NoSuchMethodError => limits }).build
  }

  /** @return
    *   `MissingNode` if the text is empty
    * @throws com.fasterxml.jackson.core.JsonProcessingException
    *   if the text is not one JSON value
    */
  def read(text: String): JsonNode = {
    val parser = factory.createParser(text)
    try Option(parser.nextToken()).fold[JsonNode](MissingNode.getInstance)(whole(parser, _))
    finally parser.close()
  }

  /** The value that begins at a byte, whatever follows it.
    *
    * @throws com.fasterxml.jackson.core.JsonProcessingException
    *   if no JSON value begins there
    */
  def readFirst(bytes: Array[Byte], from: Int): JsonNode = {
    val parser = factory.createParser(bytes, from, bytes.length - from)
    try Option(parser.nextToken()).fold[JsonNode](MissingNode.getInstance)(value(parser, _))
    finally parser.close()
  }

  private def whole(parser: JsonParser, first: JsonToken): JsonNode = {
    val tree = value(parser, first)
    val after = parser.nextToken()
    if (after != null)
      throw new JsonParseException(parser, s"$after after the end of the JSON value") // null: the end
    tree
  }

  private def value(parser: JsonParser, token: JsonToken): JsonNode = token match {
    case JsonToken.START_OBJECT => fields(parser)
    case JsonToken.START_ARRAY => elements(parser)
    case JsonToken.VALUE_STRING => nodes.textNode(parser.getText)
    case JsonToken.VALUE_NUMBER_INT => integer(parser)
    case JsonToken.VALUE_NUMBER_FLOAT => nodes.numberNode(parser.getDecimalValue)
    case JsonToken.VALUE_TRUE => nodes.booleanNode(true)
    case JsonToken.VALUE_FALSE => nodes.booleanNode(false)
    case _ => nodes.nullNode
  }

  private def fields(parser: JsonParser): ObjectNode = {
    val out = nodes.objectNode
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      val name = parser.currentName
      out.set[JsonNode](name, value(parser, parser.nextToken()))
    }
    out
  }

  private def elements(parser: JsonParser): ArrayNode = {
    val out = nodes.arrayNode
    var token = parser.nextToken()
    while (token != JsonToken.END_ARRAY) {
      out.add(value(parser, token))
      token = parser.nextToken()
    }
    out
  }

  private def integer(parser: JsonParser): JsonNode = parser.getNumberType match {
    case JsonParser.NumberType.INT => nodes.numberNode(parser.getIntValue)
    case JsonParser.NumberType.LONG => nodes.numberNode(parser.getLongValue)
    case _ => nodes.numberNode(parser.getBigIntegerValue)
  }

  /** One line of JSON, without a line terminator. */
  def write(node: JsonNode): String = {
    val out = new SegmentedStringWriter(factory._getBufferRecycler)
    write(node, out)
    out.getAndClear
  }

  /** Writes one line of JSON, without a line terminator. The writer stays open. */
  def write(node: JsonNode, to: Writer): Unit = {
    val generator = factory.createGenerator(to).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
    write(node, generator)
    generator.close()
  }

  private def write(node: JsonNode, to: JsonGenerator): Unit = node match {
    case o: ObjectNode =>
      to.writeStartObject()
      val fields = o.fields
      while (fields.hasNext) {
        val field = fields.next()
        to.writeFieldName(field.getKey)
        write(field.getValue, to)
      }
      to.writeEndObject()
    case a: ArrayNode =>
      to.writeStartArray()
      val elements = a.elements
      while (elements.hasNext) write(elements.next(), to)
      to.writeEndArray()
    case _: NullNode | _: MissingNode => to.writeNull()
    case t: TextNode => to.writeString(t.asText)
    case b: BooleanNode => to.writeBoolean(b.booleanValue)
    case n: NumericNode => n.serialize(to, null) // numbers need no provider of serializers
    case other => to.writeRawValue(OpenLineageMapper.mapper.writeValueAsString(other))
  }
}
