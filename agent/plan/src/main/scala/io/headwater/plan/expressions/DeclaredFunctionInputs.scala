package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Expression

import io.headwater.model.Certainty
import io.headwater.plan.session.DeclaredColumn
import io.headwater.plan.session.FunctionDeclaration
import io.headwater.plan.session.FunctionDeclaration.Parameter
import io.headwater.util.{Accessors, ClassNames}

/** The inputs of a call of a Python function whose author has declared its lineage: `SELECT score(amount, country)`. */
private[expressions] object DeclaredFunctionInputs {

  /** The declared arguments and the columns of declared inputs.
    *
    * @param call
    *   a `PythonUDF` or `PythonUDAF`
    * @param kinds
    *   how the function uses its arguments
    * @return
    *   None if no columns are declared for the function, or if a declared name is no parameter of the function and no
    *   column of its arguments. The latter is recorded as a gap.
    */
  def of(call: Expression, kinds: Int, context: ExpressionContext): Option[ExpressionInputs] = {
    val function = new Accessors(call)
    context.declaration(function.value[AnyRef]("func")).filter(_.columns.nonEmpty).flatMap { declaration =>
      val origins = declaration.columns.values.flatten.toVector.distinct
      val names = origins.collect { case Parameter(name) => name }
      val unknown = names.filterNot(n => isParameter(n, declaration) || columns(call, n).nonEmpty)
      if (unknown.nonEmpty) {
        context.reportUnknownColumns(function.value[String]("name"), unknown)
        None
      } else
        Some(ExpressionInputs(
          names.flatMap(argument(call, declaration, _)).distinct.map(ExpressionInput(_, kinds)),
          origins.collect { case DeclaredColumn(column) => context.sourceColumn(column) -> kinds },
          Certainty.Declared
        ))
    }
  }

  private def isParameter(name: String, declaration: FunctionDeclaration): Boolean =
    declaration.parameters.contains(name)

  private def columns(call: Expression, name: String): Seq[Expression] =
    call.references.filter(_.name == name).toSeq

  /** Nothing if the call does not pass the parameter, which has a default then. */
  private def argument(call: Expression, declaration: FunctionDeclaration, name: String): Seq[Expression] =
    declaration.parameters.indexOf(name) match {
      case -1 => columns(call, name)
      case i =>
        byName(call.children, name).getOrElse(call.children.slice(i, i + 1).filter(keyOf(_).isEmpty))
    }

  /** The argument of `score(amount => price)`. From Spark 4.0 on, arguments keep the order in which they are written. */
  private def byName(call: Seq[Expression], name: String): Option[Seq[Expression]] = {
    val values = call.filter(keyOf(_).contains(name)).flatMap(_.children)
    if (values.isEmpty) None else Some(values)
  }

  /** The class is of Spark 3.5, so it is matched by name. */
  private def keyOf(argument: Expression): Option[String] =
    if (ClassNames.simple(argument) != "NamedArgumentExpression") None
    else Some(new Accessors(argument).value[String]("key"))
}
