// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code open}, {@code accepted}, {@code expired}. */
public final class InvitationStatus extends OpenEnum {
  public static final InvitationStatus OPEN = new InvitationStatus("open");
  public static final InvitationStatus ACCEPTED = new InvitationStatus("accepted");
  public static final InvitationStatus EXPIRED = new InvitationStatus("expired");

  private InvitationStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static InvitationStatus of(String value) {
    return new InvitationStatus(value);
  }
}
