package io.openlineage.spark.api;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;

/** Finds what a class gives as a type argument to the class of this package that it extends. */
final class TypeArguments {
  private TypeArguments() {}

  /** Whether {@code x} is of the type that {@code type} is for; false where it does not say which. */
  static boolean accepts(Class<?> type, Object x) {
    Class<?> wanted = first(type);
    return wanted != null && wanted.isInstance(x);
  }

  /** Null where the class does not say. */
  private static Class<?> first(Class<?> type) {
    Type parent = type.getGenericSuperclass();
    Class<?> above = type.getSuperclass();
    if (above == null) return null;
    // a class between that has not said it itself passes its own first argument on
    Class<?> said = isOurs(above) ? null : first(above);
    if (said != null || !(parent instanceof ParameterizedType)) return said;
    Type[] arguments = ((ParameterizedType) parent).getActualTypeArguments();
    return raw(arguments[above == AbstractQueryPlanDatasetBuilder.class ? 1 : 0]);
  }

  private static boolean isOurs(Class<?> c) {
    return c.getName().startsWith("io.openlineage.spark.api.");
  }

  private static Class<?> raw(Type argument) {
    if (argument instanceof Class) return (Class<?>) argument;
    if (argument instanceof ParameterizedType) return (Class<?>) ((ParameterizedType) argument).getRawType();
    if (argument instanceof WildcardType) return raw(((WildcardType) argument).getUpperBounds()[0]);
    return null;
  }
}
