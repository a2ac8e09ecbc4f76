package io.openlineage.sql;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table in SQL text. Database and schema are null if the text does not contain them. */
public class DbTableMeta {
  private final String database;
  private final String schema;
  private final String name;
  private final QuoteStyle quoteStyle;

  public DbTableMeta(String database, String schema, String name, QuoteStyle quoteStyle) {
    this.database = database;
    this.schema = schema;
    this.name = name;
    this.quoteStyle = quoteStyle;
  }

  public DbTableMeta(String database, String schema, String name) {
    this(database, schema, name, null);
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

  public QuoteStyle quote_style() {
    return quoteStyle;
  }

  public String qualifiedName() {
    return Stream.of(database, schema, name).filter(Objects::nonNull).collect(Collectors.joining("."));
  }

  @Override
  public String toString() {
    return qualifiedName();
  }

  /** Compares the names, regardless of their quotes. */
  @Override
  public boolean equals(Object other) {
    return other instanceof DbTableMeta && ((DbTableMeta) other).qualifiedName().equals(qualifiedName());
  }

  @Override
  public int hashCode() {
    return qualifiedName().hashCode();
  }
}
