// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code agent_id}, {@code contact_id}. */
public final class DrawPer extends OpenEnum {
  public static final DrawPer AGENT_ID = new DrawPer("agent_id");
  public static final DrawPer CONTACT_ID = new DrawPer("contact_id");

  private DrawPer(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static DrawPer of(String value) {
    return new DrawPer(value);
  }
}
