package io.headwater.shell.config

import java.nio.file.{Files, Path}

import scala.collection.immutable.ListMap

import com.fasterxml.jackson.core.{JsonParser, JsonToken}
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}

/** Reads a YAML file with each value as it is written, as the published client does for keys that hold a text: `0042`, `1.10`
  * and `NO` are no numbers or flags there.
  */
private[config] object YamlTexts {
  private val flagsOfTransports = Set("continueOnFailure", "withThreadPool")

  /** The keys of a file whose root is a map.
    *
    * @throws com.fasterxml.jackson.core.JsonProcessingException
    *   if it is not YAML
    */
  def read(file: Path): Branch = {
    val parser = new YAMLFactory().createParser(Files.readAllBytes(file))
    try
      value(parser, parser.nextToken(), Vector.empty) match {
        case Some(branch: Branch) => branch
        case _ => ConfigTree.empty
      }
    finally parser.close()
  }

  private def value(parser: JsonParser, token: JsonToken, path: Vector[String]): Option[ConfigTree] =
    token match {
      case JsonToken.START_OBJECT => Some(Branch(fields(parser, path)))
      case JsonToken.START_ARRAY => Some(Items(items(parser, path)))
      case null | JsonToken.VALUE_NULL => None
      case JsonToken.VALUE_TRUE if isFlag(path) => Some(Leaf("true")) // also written as yes or on
      case JsonToken.VALUE_FALSE if isFlag(path) => Some(Leaf("false"))
      case JsonToken.VALUE_NUMBER_INT if ConfigKeys.isCount(path) =>
        Some(Leaf(parser.getBigIntegerValue.toString))
      case _ => Some(Leaf(parser.getText))
    }

  private def isFlag(path: Vector[String]): Boolean =
    ConfigKeys.isFlag(path) || path.lastOption.exists(flagsOfTransports)

  private def fields(parser: JsonParser, path: Vector[String]): Map[String, ConfigTree] = {
    val all = ListMap.newBuilder[String, ConfigTree] // in the order of the file
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      val name = parser.getText
      value(parser, parser.nextToken(), path :+ name).foreach(all += name -> _)
    }
    all.result()
  }

  private def items(parser: JsonParser, path: Vector[String]): Vector[ConfigTree] = {
    val all = Vector.newBuilder[ConfigTree]
    var token = parser.nextToken()
    while (token != null && token != JsonToken.END_ARRAY) {
      value(parser, token, path).foreach(all += _)
      token = parser.nextToken()
    }
    all.result()
  }
}
