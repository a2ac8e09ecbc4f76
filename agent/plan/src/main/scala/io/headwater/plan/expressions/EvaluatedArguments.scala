package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds
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
    val flags = all(Set(1), "AnyValue", "First", "HyperLogLogPlusPlus", "Last", "Mode")
    (options ++ schemas ++ flags ++ all(Set(2), "VariantGet")).toMap
  }

  /** The inputs of a function together with the variables in its evaluated arguments. */
  def add(call: Expression, inputs: ExpressionInputs, context: ExpressionContext): ExpressionInputs = {
    val function = call match {
      case a: AggregateExpression => a.aggregateFunction
      case other => other
    }
    positions.get(ClassNames.simple(function)).fold(inputs) { arguments =>
      context.variablesInText(function, arguments).foldLeft(inputs) {
        case (all, Some((value, rows))) =>
          all.copy(nodes = all.nodes ++ Seq(value -> Kinds.value, rows -> Kinds.identity))
        case (all, None) => all.copy(certainty = Certainty.Unknown)
      }
    }
  }
}
