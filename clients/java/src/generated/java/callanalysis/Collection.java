// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code none}, {@code stripe}. */
public final class Collection extends OpenEnum {
  public static final Collection NONE = new Collection("none");
  public static final Collection STRIPE = new Collection("stripe");

  private Collection(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static Collection of(String value) {
    return new Collection(value);
  }
}
