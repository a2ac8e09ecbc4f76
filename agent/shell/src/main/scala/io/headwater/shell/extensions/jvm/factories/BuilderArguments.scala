package io.headwater.shell.extensions.jvm.factories

import io.headwater.shell.capture.ScheduledJob
import io.headwater.shell.extensions.snapshot.Subject

/** What builders are asked of: Spark's own objects. */
private[factories] object BuilderArguments {

  /** Each once. */
  def of(happened: Vector[Subject]): Vector[AnyRef] = happened.flatMap { s =>
    (s.kind, s.about) match {
      case ("ActiveJob", job: ScheduledJob) => job.job +: job.stages
      case (_, _: ScheduledJob) => Vector.empty // its last stage is among the stages
      case (_, about) => Vector(about)
    }
  }
}
