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

/** Converts a Spark schema to the fields of the schema facet, including nested fields. */
final class SchemaFields {
  private SchemaFields() {}

  static List<SchemaDatasetFacetFields> of(StructType schema) {
    List<SchemaDatasetFacetFields> fields = new ArrayList<>();
    for (StructField f : schema.fields())
      fields.add(field(f.name(), f.dataType(), f.getComment().isDefined() ? f.getComment().get() : null));
    return fields;
  }

  private static SchemaDatasetFacetFields field(String name, DataType type, String comment) {
    List<SchemaDatasetFacetFields> children = new ArrayList<>();
    if (type instanceof StructType) children = of((StructType) type);
    else if (type instanceof ArrayType) children.add(field("_element", ((ArrayType) type).elementType(), null));
    else if (type instanceof MapType) {
      children.add(field("key", ((MapType) type).keyType(), null));
      children.add(field("value", ((MapType) type).valueType(), null));
    }
    SchemaDatasetFacetFieldsBuilder builder =
        new SchemaDatasetFacetFieldsBuilder()
            .name(name)
            .type(children.isEmpty() ? type.simpleString() : type.typeName().replaceAll("<.*", ""))
            .description(comment);
    return (children.isEmpty() ? builder : builder.fields(children)).build();
  }
}
