package com.acme;

import io.openlineage.spark.extension.OpenLineageExtensionProvider;
import io.openlineage.spark.shade.client.OpenLineage;
import io.openlineage.spark.shade.client.utils.DatasetIdentifier;
import io.openlineage.spark.shade.extension.v1.LineageRelation;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

/** A source of a library that carries the published Java interfaces, with openlineage-java, under another package. */
public class ShadedSource implements RelationProvider {
  @Override
  public BaseRelation createRelation(SQLContext context, Map<String, String> options) {
    return new Relation(context);
  }

  /** Tells the agent under which one. */
  public static class Provider implements OpenLineageExtensionProvider {
    @Override
    public String shadedPackage() {
      return "io.openlineage.spark.shade";
    }
  }

  static class Relation extends BaseRelation implements TableScan, LineageRelation {
    private final SQLContext context;

    Relation(SQLContext context) {
      this.context = context;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return new StructType().add("id", "long");
    }

    @Override
    public RDD<Row> buildScan() {
      return context.emptyDataFrame().rdd();
    }

    @Override
    public DatasetIdentifier getLineageDatasetIdentifier(String event, OpenLineage openLineage) {
      return new DatasetIdentifier("shaded", "acme://shaded");
    }
  }
}
