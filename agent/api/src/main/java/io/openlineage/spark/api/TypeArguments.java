package io.openlineage.spark.api;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;

/** Finds the type argument that a class passes to its superclass in this package. */
final class TypeArguments {
  private TypeArguments() {}

  /** Whether {@code x} has the type that {@code type} is defined for; false if that type is unknown. */
  static boolean accepts(Class<?> type, Object x) {
    Class<?> argument = first(type);
    return argument != null && argument.isInstance(x);
  }

  /** The type argument, or null if the class has none. */
  private static Class<?> first(Class<?> type) {
    Type parent = type.getGenericSuperclass();
    Class<?> superclass = type.getSuperclass();
    if (superclass == null) return null;
    // an intermediate class without the argument passes on its own first type argument
    Class<?> inherited = isOurs(superclass) ? null : first(superclass);
    if (inherited != null || !(parent instanceof ParameterizedType)) return inherited;
    Type[] arguments = ((ParameterizedType) parent).getActualTypeArguments();
    return raw(arguments[superclass == AbstractQueryPlanDatasetBuilder.class ? 1 : 0]);
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
