package callanalysis;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The parameters of a method, by their names on the wire.
 *
 * <p>Only what was set is sent. Setting null sends null, which clears a value where the service takes null.
 */
public abstract class Params {
  private final Map<String, Object> values;

  Params(Builder<?> builder) {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(builder.values));
  }

  Map<String, Object> values() {
    return values;
  }

  /** As it stands in a query or a form field. */
  static String text(Object value) {
    if (value instanceof Collection<?> many) return many.stream().map(Params::text).collect(Collectors.joining(","));
    return String.valueOf(value);
  }

  /**
   * Collects parameters.
   *
   * @param <B> the builder itself
   */
  public abstract static class Builder<B extends Builder<B>> {
    private final Map<String, Object> values = new LinkedHashMap<>();

    Builder() {}

    abstract B self();

    /**
     * Sets a parameter that this version of the library does not know.
     *
     * @param name its name on the wire
     * @param value what JSON can hold
     * @return this
     */
    public B set(String name, Object value) {
      values.put(name, value);
      return self();
    }
  }
}
