package io.headwater.shell.jvm.factories

import java.util.UUID

import scala.collection.mutable

import io.headwater.shell.jvm.Bounded
import io.headwater.shell.listener.Contexts
import io.headwater.shell.python.answers.Answer
import io.headwater.shell.python.snapshot.Subjects
import io.headwater.shell.{Draft, Question}
import io.openlineage.client.OpenLineage
import io.openlineage.spark.api.{OpenLineageContext, OpenLineageEventHandlerFactory}

/** Extensions that are written against `io.openlineage.spark.api`. Each run has builders of its own. */
private[jvm] final class Factories(
    factories: Vector[OpenLineageEventHandlerFactory],
    openLineage: OpenLineage,
    application: UUID,
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
    val context = OpenLineageContext.builder().applicationUuid(application).runUuid(draft.runId)
      .sparkSession(draft.session.orNull)
      .sparkContext(draft.session.map(_.sparkContext).getOrElse(Contexts.active))
      .queryExecution(draft.query.orNull)
      .activeJobId(if (draft.id < 0) Int.box((-1L - draft.id).toInt) else null)
      .openLineage(openLineage).jobName(draft.job.name).build()
    val runs = factories.map(new FactoryRun(_, context, bounded))
    context.getInputDatasetQueryPlanVisitors.add(new AgentsOwn(draft, openLineage).inputs)
    context.getOutputDatasetQueryPlanVisitors.add(new AgentsOwn(draft, openLineage).outputs)
    runs
  }
}
