package io.headwater.shell.capture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.JobFailed;
import org.apache.spark.scheduler.ResultStage;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.Stage;

import io.headwater.shell.environment.Contexts;

/**
 * A running job in Spark's scheduler: its last RDD, and the function that is applied to each partition. The classes are
 * {@code private[spark]}, which exists in Scala only. They are the same from Spark 3.3 to 4.3.
 */
public final class ActiveJob {
  final RDD<?> rdd;

  /** Null for a job that writes a shuffle only. */
  final Object function;

  final int stageId;
  final int tasks;
  final String callSite;

  /** The object of Spark. */
  final Object job;

  private final Stage last;

  private ActiveJob(org.apache.spark.scheduler.ActiveJob job) {
    this.job = job;
    last = job.finalStage();
    callSite = job.callSite().shortForm();
    stageId = last.id();
    tasks = last.numTasks();
    rdd = last.rdd();
    function = last instanceof ResultStage ? ((ResultStage) last).func() : null;
  }

  /** The job, or null if it has ended. */
  static ActiveJob find(int jobId) {
    SparkContext context = Contexts.active();
    if (context == null) return null;
    scala.Option<org.apache.spark.scheduler.ActiveJob> job =
        context.dagScheduler().jobIdToActiveJob().get(jobId);
    return job.isEmpty() ? null : new ActiveJob(job.get());
  }

  static boolean isRunning(SparkContext context, int jobId) {
    return context.dagScheduler().jobIdToActiveJob().contains(jobId);
  }

  /** The id of the next job. */
  static int next(SparkContext context) {
    return context.dagScheduler().numTotalJobs();
  }

  /** The last stage first, then its parents. */
  Object[] stages() {
    return ancestors(last, ActiveJob::parents).toArray();
  }

  private static List<Stage> parents(Stage stage) {
    List<Stage> all = new ArrayList<>();
    scala.collection.Iterator<Stage> parents = stage.parents().iterator();
    while (parents.hasNext()) all.add(parents.next());
    return all;
  }

  /**
   * The first one and all its ancestors, each once and before its own. An iterative program has thousands of stages, one
   * after the other, so this has a stack of its own.
   */
  static <A> Set<A> ancestors(A first, Function<A, List<A>> parents) {
    Set<A> all = new LinkedHashSet<>();
    Deque<A> open = new ArrayDeque<>();
    open.push(first);
    while (!open.isEmpty()) {
      A next = open.pop();
      if (!all.add(next)) continue;
      List<A> own = parents.apply(next);
      for (int i = own.size() - 1; i >= 0; i--) open.push(own.get(i));
    }
    return all;
  }

  /** The exception of a failed job, or null. */
  static Exception failure(SparkListenerJobEnd end) {
    return end.jobResult() instanceof JobFailed ? ((JobFailed) end.jobResult()).exception() : null;
  }
}
