// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code OwnMember} of the API. */
public final class OwnMember {
  @JsonProperty("id") private String id;
  @JsonProperty("role") private MemberRole role;
  @JsonProperty("name") private String name;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("teams") private List<String> teams;
  @JsonProperty("recordings_original") private Boolean recordingsOriginal;

  private OwnMember() {}

  /** Identifier of the member. */
  public String id() {
    return id;
  }

  /** Role of the member. */
  public MemberRole role() {
    return role;
  }

  /** The name that others see; null where none is given. */
  public String name() {
    return name;
  }

  /** The {@code agent_id} of the member's own calls, or null. */
  public String agentId() {
    return agentId;
  }

  /** Values of {@code metadata.team} of the calls that the member sees; empty: all calls. */
  public List<String> teams() {
    return teams;
  }

  /** Whether the member may play original recordings that were replaced by masked ones. Never true for an agent. */
  public Boolean recordingsOriginal() {
    return recordingsOriginal;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
