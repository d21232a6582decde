// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Member} of the API. */
public final class Member {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("email") private String email;
  @JsonProperty("name") private String name;
  @JsonProperty("role") private MemberRole role;
  @JsonProperty("teams") private List<String> teams;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("status") private MemberStatus status;
  @JsonProperty("last_login_at") private Long lastLoginAt;
  @JsonProperty("identity") private MemberIdentity identity;
  @JsonProperty("recordings_original") private Boolean recordingsOriginal;

  private Member() {}

  /** Identifier of the member. */
  public String id() {
    return id;
  }

  /** Always {@code member}. */
  public String object() {
    return object;
  }

  /** Since when, Unix seconds. */
  public Long created() {
    return created;
  }

  /** Email address with which the member logs in. */
  public String email() {
    return email;
  }

  /** The name that others see, or null. */
  public String name() {
    return name;
  }

  /** Role of the member. */
  public MemberRole role() {
    return role;
  }

  /** Values of {@code metadata.team} of the calls that the member sees; empty: all calls. */
  public List<String> teams() {
    return teams;
  }

  /** The {@code agent_id} of the member's own calls, or null. */
  public String agentId() {
    return agentId;
  }

  /** {@code invited}: has not accepted yet; the id stays the same. {@code disabled}: every request is refused. */
  public MemberStatus status() {
    return status;
  }

  /** Last log-in, Unix seconds; null before the first. */
  public Long lastLoginAt() {
    return lastLoginAt;
  }

  /** How the member signs in: with a password, or through the company's identity provider. */
  public MemberIdentity identity() {
    return identity;
  }

  /** Whether the member may play original recordings that were replaced by masked ones. */
  public Boolean recordingsOriginal() {
    return recordingsOriginal;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
