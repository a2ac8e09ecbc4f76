package io.headwater.shell.extensions.jvm.factories

import scala.collection.mutable

import io.headwater.shell.extensions.snapshot.Subjects
import io.headwater.shell.extensions.{BoundedCalls, ExtensionRequest, ExtensionResponse, RunDraft}
import io.openlineage.spark.api.OpenLineageEventHandlerFactory

/** Extensions that are written against `io.openlineage.spark.api`. Each run has builders of its own. */
private[jvm] final class Factories(
    factories: Vector[OpenLineageEventHandlerFactory],
    tools: RunTools,
    subjects: Subjects,
    bounded: BoundedCalls
) {
  private val open = mutable.HashMap.empty[Long, Vector[FactoryRun]]

  def isEmpty: Boolean = factories.isEmpty

  def ask(question: ExtensionRequest): ExtensionResponse =
    if (isEmpty) ExtensionResponse.none
    else {
      val happened = BuilderArguments.of(question.happened(subjects))
      (question.run, question.started) match {
        case (Some(run), Some((draft, nodes))) =>
          val runs = begin(draft)
          open(run) = runs
          val all = nodes.everything
          merged(runs.map(_.started(all, happened)))
        case (Some(run), None) =>
          merged(open.remove(run).toVector.flatten.map(_.ended(happened)))
        case (None, _) => ExtensionResponse.none
      }
    }

  private def merged(answers: Vector[ExtensionResponse]): ExtensionResponse =
    answers.foldLeft(ExtensionResponse.none)(_ ++ _)

  private def begin(draft: RunDraft): Vector[FactoryRun] = {
    val own = new FactoryDelegates(draft, tools.openLineage)
    val context = tools.context(draft, own)
    val found = for (q <- draft.query; walk <- draft.walk) yield new ColumnLineageView(q.analyzed, walk)
    val runs = factories.map(new FactoryRun(_, context, found, bounded))
    context.getInputDatasetQueryPlanVisitors.add(own.inputs)
    context.getOutputDatasetQueryPlanVisitors.add(own.outputs)
    runs
  }
}
