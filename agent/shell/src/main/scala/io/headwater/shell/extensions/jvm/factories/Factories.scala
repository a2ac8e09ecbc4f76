package io.headwater.shell.extensions.jvm.factories

import scala.collection.mutable

import io.headwater.shell.capture.{AvailablePlans, ScheduledJob}
import io.headwater.shell.extensions.snapshot.{Subject, Subjects}
import io.headwater.shell.extensions.{BoundedCalls, ExtensionRequest, ExtensionResponse, RunDraft}
import io.headwater.shell.lifecycle.SparkExecution
import io.openlineage.spark.api.OpenLineageEventHandlerFactory

/** The extensions that implement `OpenLineageEventHandlerFactory`. Each run has its own visitors and builders. */
private[jvm] final class Factories(
    factories: Vector[OpenLineageEventHandlerFactory],
    contexts: RunContextFactory,
    subjects: Subjects,
    calls: BoundedCalls
) {
  private val running = mutable.HashMap.empty[SparkExecution, Vector[FactoryRun]]

  def isEmpty: Boolean = factories.isEmpty

  def consult(request: ExtensionRequest): ExtensionResponse =
    if (isEmpty) ExtensionResponse.none
    else {
      val arguments = Factories.builderArguments(request.subjects(subjects))
      (request.execution, request.start) match {
        case (Some(execution), Some((draft, nodes))) =>
          val runs = start(draft)
          running(execution) = runs
          merge(runs.map(_.started(nodes, arguments)))
        case (Some(execution), None) =>
          merge(running.remove(execution).toVector.flatten.map(_.ended(arguments)))
        case (None, _) => ExtensionResponse.none
      }
    }

  private def merge(responses: Vector[ExtensionResponse]): ExtensionResponse =
    responses.foldLeft(ExtensionResponse.none)(_ ++ _)

  private def start(draft: RunDraft): Vector[FactoryRun] = {
    val delegates = new FactoryDelegates(draft, contexts.openLineage)
    val context = contexts.context(draft, delegates)
    val columns = for (q <- draft.query; plan <- AvailablePlans.analyzed(q); d <- draft.delegates)
      yield new ColumnLineageView(plan, d)
    val runs = factories.map(new FactoryRun(_, context, columns, calls))
    context.getInputDatasetQueryPlanVisitors.add(delegates.inputs)
    context.getOutputDatasetQueryPlanVisitors.add(delegates.outputs)
    runs
  }
}

private object Factories {

  /** Builders are called with Spark's own objects, with each of them once. */
  def builderArguments(subjects: Vector[Subject]): Vector[AnyRef] = subjects.flatMap { s =>
    (s.kind, s.about) match {
      case ("ActiveJob", job: ScheduledJob) => job.job +: job.stages
      case (_, _: ScheduledJob) => Vector.empty // the stages of the job include it
      case (_, about) => Vector(about)
    }
  }
}
