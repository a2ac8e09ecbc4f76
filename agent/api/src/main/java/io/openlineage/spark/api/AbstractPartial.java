package io.openlineage.spark.api;

/** Defined for arguments of its first type argument. Not public; public classes inherit it. */
interface AbstractPartial<T> {
  default boolean isDefinedAt(T x) {
    return TypeArguments.accepts(getClass(), x);
  }
}
