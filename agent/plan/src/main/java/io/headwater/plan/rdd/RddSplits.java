package io.headwater.plan.rdd;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partition;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.NewHadoopPartition;
import org.apache.spark.rdd.RDD;

/**
 * The files in an RDD's input splits, if Spark has listed the splits already. Spark's partition classes are private to
 * Scala code, so this class is in Java.
 */
final class RddSplits {
  private RddSplits() {}

  /** The files of an RDD; empty if Spark has not listed its splits yet. */
  static Set<Path> files(RDD<?> rdd) throws ReflectiveOperationException {
    Method known = RDD.class.getDeclaredMethod("partitions_");
    known.setAccessible(true);
    Partition[] partitions = (Partition[]) known.invoke(rdd);
    if (partitions == null) return Collections.emptySet();
    Set<Path> found = new HashSet<>();
    for (Partition partition : partitions) {
      Path file = file(partition);
      if (file != null) found.add(file);
    }
    return found;
  }

  private static Path file(Partition partition) {
    Object split = null;
    if (partition instanceof HadoopPartition) split = ((HadoopPartition) partition).inputSplit().value();
    else if (partition instanceof NewHadoopPartition)
      split = ((NewHadoopPartition) partition).serializableHadoopSplit().value();
    if (split instanceof org.apache.hadoop.mapred.FileSplit)
      return ((org.apache.hadoop.mapred.FileSplit) split).getPath();
    if (split instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit)
      return ((org.apache.hadoop.mapreduce.lib.input.FileSplit) split).getPath();
    return null;
  }
}
