package io.headwater.shell.jvm.factories

import scala.collection.mutable

import io.headwater.shell.jvm.Bounded
import io.headwater.shell.python.answers.Answer
import io.headwater.shell.python.snapshot.Subjects
import io.headwater.shell.{Draft, Question}
import io.openlineage.spark.api.OpenLineageEventHandlerFactory

/** Extensions that are written against `io.openlineage.spark.api`. Each run has builders of its own. */
private[jvm] final class Factories(
    factories: Vector[OpenLineageEventHandlerFactory],
    tools: RunTools,
    subjects: Subjects,
    bounded: Bounded
) {
  private val open = mutable.HashMap.empty[Long, Vector[FactoryRun]]

  def isEmpty: Boolean = factories.isEmpty

  def ask(question: Question): Answer =
    if (isEmpty) Answer.none
    else {
      val happened = Arguments.of(question.happened(subjects))
      (question.run, question.started) match {
        case (Some(run), Some((draft, nodes))) =>
          val runs = begin(draft)
          open(run) = runs
          val all = nodes.everything
          merged(runs.map(_.started(all, happened)))
        case (Some(run), None) =>
          merged(open.remove(run).toVector.flatten.map(_.ended(happened)))
        case (None, _) => Answer.none
      }
    }

  private def merged(answers: Vector[Answer]): Answer = answers.foldLeft(Answer.none)(_ ++ _)

  private def begin(draft: Draft): Vector[FactoryRun] = {
    val own = new AgentsOwn(draft, tools.openLineage)
    val context = tools.context(draft, own)
    val found = for (q <- draft.query; walk <- draft.walk) yield new FoundColumns(q.analyzed, walk)
    val runs = factories.map(new FactoryRun(_, context, found, bounded))
    context.getInputDatasetQueryPlanVisitors.add(own.inputs)
    context.getOutputDatasetQueryPlanVisitors.add(own.outputs)
    runs
  }
}
