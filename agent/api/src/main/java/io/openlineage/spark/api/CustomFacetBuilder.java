package io.openlineage.spark.api;

import java.util.function.BiConsumer;

/**
 * Builds facets from events and other arguments. By default it is defined for arguments of type {@code T}.
 *
 * @param <T> the type of the arguments
 * @param <F> the type of the facets
 */
public abstract class CustomFacetBuilder<T, F>
    implements AbstractPartial<Object>, BiConsumer<Object, BiConsumer<String, ? super F>> {

  @Override
  @SuppressWarnings("unchecked")
  public final void accept(Object event, BiConsumer<String, ? super F> consumer) {
    build((T) event, consumer);
  }

  /** Passes facets with their names to {@code consumer}. */
  protected abstract void build(T event, BiConsumer<String, ? super F> consumer);
}
