// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code agent}, {@code customer}. */
public final class TalkingParty extends OpenEnum {
  public static final TalkingParty AGENT = new TalkingParty("agent");
  public static final TalkingParty CUSTOMER = new TalkingParty("customer");

  private TalkingParty(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static TalkingParty of(String value) {
    return new TalkingParty(value);
  }
}
