// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code away}, {@code busy}, {@code failing}, {@code slow}, {@code quota}, {@code credentials}, {@code
 * model}.
 */
public final class EngineTrouble extends OpenEnum {
  public static final EngineTrouble AWAY = new EngineTrouble("away");
  public static final EngineTrouble BUSY = new EngineTrouble("busy");
  public static final EngineTrouble FAILING = new EngineTrouble("failing");
  public static final EngineTrouble SLOW = new EngineTrouble("slow");
  public static final EngineTrouble QUOTA = new EngineTrouble("quota");
  public static final EngineTrouble CREDENTIALS = new EngineTrouble("credentials");
  public static final EngineTrouble MODEL = new EngineTrouble("model");

  private EngineTrouble(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineTrouble of(String value) {
    return new EngineTrouble(value);
  }
}
