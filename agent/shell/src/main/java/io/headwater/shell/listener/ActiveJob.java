package io.headwater.shell.listener;

import org.apache.spark.SparkContext$;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.JobFailed;
import org.apache.spark.scheduler.ResultStage;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.Stage;

/**
 * What the scheduler knows of a job that runs: its last RDD, and what is done with each partition. Private to Spark for
 * Scala alone; the same from 3.5 to 4.0.
 */
final class ActiveJob {
  final RDD<?> rdd;

  /** Null for a job that only writes a shuffle. */
  final Object function;

  final int stageId;
  final int tasks;
  final String callSite;

  private ActiveJob(Stage last, String callSite) {
    stageId = last.id();
    tasks = last.numTasks();
    this.callSite = callSite;
    rdd = last.rdd();
    function = last instanceof ResultStage ? ((ResultStage) last).func() : null;
  }

  /** The job, or null where it has ended already. */
  static ActiveJob find(int jobId) {
    scala.Option<SparkContext> context = SparkContext$.MODULE$.getActive();
    if (context.isEmpty()) return null;
    scala.Option<org.apache.spark.scheduler.ActiveJob> job =
        context.get().dagScheduler().jobIdToActiveJob().get(jobId);
    return job.isEmpty()
        ? null
        : new ActiveJob(job.get().finalStage(), job.get().callSite().shortForm());
  }

  /** Why a job failed, or null. */
  static Exception failure(SparkListenerJobEnd end) {
    return end.jobResult() instanceof JobFailed ? ((JobFailed) end.jobResult()).exception() : null;
  }
}
