// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code revoke}, {@code keep}. */
public final class FateOfKeys extends OpenEnum {
  public static final FateOfKeys REVOKE = new FateOfKeys("revoke");
  public static final FateOfKeys KEEP = new FateOfKeys("keep");

  private FateOfKeys(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static FateOfKeys of(String value) {
    return new FateOfKeys(value);
  }
}
