package io.openlineage.sql;

import java.util.Objects;

/** The quote characters of the parts of a name; null for a part without quotes. */
public class QuoteStyle {
  private final String database;
  private final String schema;
  private final String name;

  public QuoteStyle(String database, String schema, String name) {
    this.database = database;
    this.schema = schema;
    this.name = name;
  }

  public String database() {
    return database;
  }

  public String schema() {
    return schema;
  }

  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return "QuoteStyle(" + database + ", " + schema + ", " + name + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuoteStyle && other.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return Objects.hash(database, schema, name);
  }
}
