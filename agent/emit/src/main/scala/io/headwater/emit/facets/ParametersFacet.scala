package io.headwater.emit.facets

import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.ExecutionParametersRunFacet

/** `executionParameters`: the values of the parameter markers of a statement, already redacted. */
object ParametersFacet {
  def apply(ol: OpenLineage, parameters: Vector[(String, String)]): Option[ExecutionParametersRunFacet] =
    if (parameters.isEmpty) None
    else Some(ol.newExecutionParametersRunFacet(JavaCollections.list(parameters.map { case (name, value) =>
      ol.newExecutionParameterBuilder().key(name).name(name).value(value).build()
    })))
}
