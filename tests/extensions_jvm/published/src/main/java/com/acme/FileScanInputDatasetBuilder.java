package com.acme;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.spark.api.AbstractInputDatasetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.FileScanRDD;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/** The first example of the proposal: the folders that a scan reads, by the RDD that reads them. */
public class FileScanInputDatasetBuilder extends AbstractInputDatasetBuilder<FileScanRDD> {
  public FileScanInputDatasetBuilder(OpenLineageContext context) {
    super(context);
  }

  @Override
  public List<InputDataset> apply(FileScanRDD rdd) {
    TreeSet<Path> folders = new TreeSet<>();
    scala.collection.Iterator<FilePartition> partitions = rdd.filePartitions().iterator();
    while (partitions.hasNext())
      for (PartitionedFile file : partitions.next().files()) folders.add(file.toPath().getParent());
    List<InputDataset> found = new ArrayList<>();
    for (Path folder : folders)
      found.add(context.getOpenLineage().newInputDatasetBuilder().namespace("acme://scan").name(folder.getName()).build());
    return found;
  }
}
