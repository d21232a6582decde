// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code HeldAnalysis} of the API. */
public final class HeldAnalysis {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("status") private AnalysisStatus status;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("agent_id") private String agentId;
  @JsonProperty("contact_id") private String contactId;

  private HeldAnalysis() {}

  /** The call. */
  public String id() {
    return id;
  }

  /** Always {@code analysis}. */
  public String object() {
    return object;
  }

  /** When it was accepted, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** As {@code GET /analysis/{id}} has it. */
  public AnalysisStatus status() {
    return status;
  }

  /** Mode of the call. */
  public Boolean livemode() {
    return livemode;
  }

  /** Your identifier of the agent. */
  public String agentId() {
    return agentId;
  }

  /** Your identifier of the contact. */
  public String contactId() {
    return contactId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
