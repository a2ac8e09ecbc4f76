package io.openlineage.spark.api;

import java.util.function.BiConsumer;

/**
 * Makes facets of what it is defined for: by default, of arguments of the first type argument's class.
 *
 * @param <T> what it is asked of
 * @param <F> the kind of facets that it makes
 */
public abstract class CustomFacetBuilder<T, F>
    implements AbstractPartial<Object>, BiConsumer<Object, BiConsumer<String, ? super F>> {

  @Override
  @SuppressWarnings("unchecked")
  public final void accept(Object event, BiConsumer<String, ? super F> consumer) {
    build((T) event, consumer);
  }

  /** Hands facets, by their names, to {@code consumer}. */
  protected abstract void build(T event, BiConsumer<String, ? super F> consumer);
}
