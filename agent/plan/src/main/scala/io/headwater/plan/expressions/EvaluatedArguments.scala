package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.expressions.{DateAdd, DateSub, Expression, Literal}

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds
import io.headwater.plan.session.SqlFragment
import io.headwater.util.ClassNames

/** Arguments that Spark evaluates while it analyses a query, such as the options of `to_json` and the schema of `from_json`.
  * The plan has only their values, so the variables in them are found in the text of the call.
  */
private[expressions] object EvaluatedArguments {

  /** The positions of these arguments, by the class of the function. */
  private val positions: Map[String, Set[Int]] = {
    def all(at: Set[Int], classes: String*) = classes.map(_ -> at)
    val options = all(
      Set(1),
      "SchemaOfCsv",
      "SchemaOfJson",
      "SchemaOfXml",
      "StructsToCsv",
      "StructsToJson",
      "StructsToXml"
    )
    val schemas = all(Set(1, 2), "CsvToStructs", "JsonToStructs", "XmlToStructs")
    val flags = all(Set(1), "AnyValue", "Collate", "First", "HyperLogLogPlusPlus", "Last", "Mode")
    (options ++ schemas ++ flags ++ all(Set(2), "VariantGet")).toMap
  }

  /** What `to_char(binary, format)` is, by its format. */
  private val formatted = Set("Base64", "Decode", "Hex", "StringDecode")
  private val formatting = "(?i)to_(?:var)?char\\b".r

  private def evaluated(function: Expression): Option[Set[Int]] = function match {
    case e: DateAdd => days(e, e.days)
    case e: DateSub => days(e, e.days)
    case e if formatted(ClassNames.simple(e)) =>
      SqlFragment.of(e.origin).filter(formatting.findPrefixOf(_).nonEmpty).map(_ => Set(1))
    case e => positions.get(ClassNames.simple(e))
  }

  /** Without ANSI mode, Spark makes a number of a text: `date_add(day, v)`. The number has the place of the call. */
  private def days(call: Expression, number: Expression): Option[Set[Int]] = number match {
    case l: Literal if l.origin == call.origin => Some(Set(1))
    case _ => None
  }

  /** The inputs of a function together with the variables in its evaluated arguments. */
  def add(call: Expression, inputs: ExpressionInputs, context: ExpressionContext): ExpressionInputs = {
    val function = call match {
      case a: AggregateExpression => a.aggregateFunction
      case other => other
    }
    evaluated(function).fold(inputs) { arguments =>
      context.variablesInText(function, arguments).foldLeft(inputs) {
        case (all, Some((value, rows))) =>
          all.copy(nodes = all.nodes ++ Seq(value -> Kinds.transformation, rows -> Kinds.identity))
        case (all, None) => all.copy(certainty = Certainty.Unknown)
      }
    }
  }
}
