package io.openlineage.spark.api;

import io.openlineage.client.OpenLineage.SchemaDatasetFacetFields;
import io.openlineage.client.OpenLineage.SchemaDatasetFacetFieldsBuilder;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Spark's schema as the schema facet has it, as deep as it goes. */
final class SchemaFields {
  private SchemaFields() {}

  static List<SchemaDatasetFacetFields> of(StructType schema) {
    List<SchemaDatasetFacetFields> all = new ArrayList<>();
    for (StructField f : schema.fields())
      all.add(field(f.name(), f.dataType(), f.getComment().isDefined() ? f.getComment().get() : null));
    return all;
  }

  private static SchemaDatasetFacetFields field(String name, DataType type, String comment) {
    List<SchemaDatasetFacetFields> inside = new ArrayList<>();
    if (type instanceof StructType) inside = of((StructType) type);
    else if (type instanceof ArrayType) inside.add(field("_element", ((ArrayType) type).elementType(), null));
    else if (type instanceof MapType) {
      inside.add(field("key", ((MapType) type).keyType(), null));
      inside.add(field("value", ((MapType) type).valueType(), null));
    }
    SchemaDatasetFacetFieldsBuilder builder =
        new SchemaDatasetFacetFieldsBuilder()
            .name(name)
            .type(inside.isEmpty() ? type.simpleString() : type.typeName().replaceAll("<.*", ""))
            .description(comment);
    return (inside.isEmpty() ? builder : builder.fields(inside)).build();
  }
}
