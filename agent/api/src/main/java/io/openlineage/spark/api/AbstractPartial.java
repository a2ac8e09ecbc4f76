package io.openlineage.spark.api;

/** Something that is defined for what its first type argument names; public only through those that extend it. */
interface AbstractPartial<T> {
  default boolean isDefinedAt(T x) {
    return TypeArguments.accepts(getClass(), x);
  }
}
