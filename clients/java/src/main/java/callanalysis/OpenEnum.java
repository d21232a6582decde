package callanalysis;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A word out of a list that may grow: a newer service may send one that this version has no constant for.
 *
 * <p>Compare with {@code equals}; {@link #value()} is for a {@code switch}.
 */
public abstract class OpenEnum {
  private final String value;

  OpenEnum(String value) {
    this.value = value;
  }

  /**
   * The word itself.
   *
   * @return as it stands on the wire
   */
  @JsonValue
  public final String value() {
    return value;
  }

  @Override
  public final boolean equals(Object other) {
    return other != null && other.getClass() == getClass() && ((OpenEnum) other).value.equals(value);
  }

  @Override
  public final int hashCode() {
    return value.hashCode();
  }

  @Override
  public final String toString() {
    return value;
  }
}
