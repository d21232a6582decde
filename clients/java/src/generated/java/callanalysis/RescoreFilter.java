// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RescoreFilter} of the API. */
public final class RescoreFilter {
  @JsonProperty("status_filter")
  private AnalysisStatus statusFilter;

  @JsonProperty("status")
  private AnalysisStatus status;

  @JsonProperty("agent_id")
  private String agentId;

  @JsonProperty("contact_id")
  private String contactId;

  @JsonProperty("search")
  private String search;

  @JsonProperty("created_after")
  private Long createdAfter;

  @JsonProperty("created_before")
  private Long createdBefore;

  @JsonProperty("livemode")
  private Boolean livemode;

  private RescoreFilter() {}

  /** Only analyses in this state. May be null. */
  public AnalysisStatus statusFilter() {
    return statusFilter;
  }

  /** Another name of {@code status_filter}. Where both are given, they must not differ. May be null. */
  public AnalysisStatus status() {
    return status;
  }

  /** Only calls of exactly this agent. May be null. */
  public String agentId() {
    return agentId;
  }

  /** Only calls with exactly this contact. May be null. */
  public String contactId() {
    return contactId;
  }

  /**
   * Case-insensitive search in {@code agent_id} and {@code contact_id}. {@code %} and {@code _} mean themselves.
   * May be null.
   */
  public String search() {
    return search;
  }

  /**
   * Unix seconds: only calls whose {@code created} is greater. A date and a time of day is taken too. May be null.
   */
  public Long createdAfter() {
    return createdAfter;
  }

  /**
   * Unix seconds: only calls whose {@code created} is not greater. A date and a time of day is taken too. May be
   * null.
   */
  public Long createdBefore() {
    return createdBefore;
  }

  /**
   * {@code true}: only analyses of live mode. {@code false}: only those of test mode. Not given: both. May be null.
   */
  public Boolean livemode() {
    return livemode;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
