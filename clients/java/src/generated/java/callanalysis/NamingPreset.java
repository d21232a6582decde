// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code amazon_connect}, {@code genesys}. */
public final class NamingPreset extends OpenEnum {
  /** {@code amazon_connect}. */
  public static final NamingPreset AMAZON_CONNECT = new NamingPreset("amazon_connect");

  /** {@code genesys}. */
  public static final NamingPreset GENESYS = new NamingPreset("genesys");

  private NamingPreset(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static NamingPreset of(String value) {
    return new NamingPreset(value);
  }
}
