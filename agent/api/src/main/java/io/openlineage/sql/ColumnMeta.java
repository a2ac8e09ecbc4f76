package io.openlineage.sql;

import java.util.Objects;
import java.util.Optional;

/** A column in SQL text, with its table if the text contains it. */
public class ColumnMeta {
  private final DbTableMeta origin;
  private final String name;

  public ColumnMeta(DbTableMeta origin, String name) {
    this.origin = origin;
    this.name = name;
  }

  public Optional<DbTableMeta> origin() {
    return Optional.ofNullable(origin);
  }

  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return origin == null ? name : origin + "." + name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnMeta
        && Objects.equals(((ColumnMeta) other).origin, origin)
        && Objects.equals(((ColumnMeta) other).name, name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(origin, name);
  }
}
