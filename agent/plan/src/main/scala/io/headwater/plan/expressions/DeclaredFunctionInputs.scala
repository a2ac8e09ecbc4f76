package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{Expression, PythonUDF}

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.session.FunctionDeclaration
import io.headwater.plan.session.FunctionDeclaration.{Parameter, SourceColumn}

/** The inputs of a call of a Python function whose author has declared its lineage: `SELECT score(amount, country)`. */
private[expressions] object DeclaredFunctionInputs {

  /** The declared arguments and the columns of declared inputs.
    *
    * @return
    *   None if no columns are declared for the function, or if a declared name is no parameter of the function and no
    *   column of its arguments. The latter is recorded as a gap.
    */
  def of(udf: PythonUDF, lookup: AttributeLookup): Option[ExpressionInputs] =
    lookup.declaration(udf.func).filter(_.columns.nonEmpty).flatMap { declaration =>
      val origins = declaration.columns.values.flatten.toVector.distinct
      val arguments = origins.collect { case Parameter(name) => name -> argument(udf, declaration, name) }
      val unknown = arguments.collect { case (name, Seq()) => name }
      if (unknown.nonEmpty) {
        lookup.reportUnknownColumns(udf.name, unknown)
        None
      } else
        Some(ExpressionInputs(
          arguments.flatMap(_._2).distinct.map(ExpressionInput(_, value)),
          origins.collect { case SourceColumn(column) => lookup.sourceColumn(column) -> value },
          Certainty.Declared
        ))
    }

  private def argument(udf: PythonUDF, declaration: FunctionDeclaration, name: String): Seq[Expression] =
    declaration.parameters.indexOf(name) match {
      case -1 => udf.references.filter(_.name == name).toSeq
      case i => udf.children.slice(i, i + 1)
    }
}
