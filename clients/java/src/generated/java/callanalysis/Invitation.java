// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Invitation} of the API. */
public final class Invitation {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("email") private String email;
  @JsonProperty("role") private GivenRole role;
  @JsonProperty("teams") private List<String> teams;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("expires_at") private Long expiresAt;
  @JsonProperty("status") private InvitationStatus status;

  private Invitation() {}

  /** Identifier of the invitation. */
  public String id() {
    return id;
  }

  /** Always {@code invitation}. */
  public String object() {
    return object;
  }

  /** When it was made, Unix seconds. */
  public Long created() {
    return created;
  }

  /** Email address it was sent to. */
  public String email() {
    return email;
  }

  /** Role of the new member. */
  public GivenRole role() {
    return role;
  }

  /** Values of {@code metadata.team} of the calls that the member sees; empty: all calls. */
  public List<String> teams() {
    return teams;
  }

  /** The {@code agent_id} of the person's own calls, or null. */
  public String agentId() {
    return agentId;
  }

  /** When its link expires, Unix seconds. */
  public Long expiresAt() {
    return expiresAt;
  }

  /** Status of the invitation. */
  public InvitationStatus status() {
    return status;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
