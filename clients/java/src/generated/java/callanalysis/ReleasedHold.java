// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReleasedHold} of the API. */
public final class ReleasedHold {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("name") private String name;
  @JsonProperty("reason") private String reason;
  @JsonProperty("status") private HoldStatus status;
  @JsonProperty("held") private Long held;
  @JsonProperty("until") private Long until;
  @JsonProperty("released_at") private Long releasedAt;
  @JsonProperty("release_reason") private String releaseReason;
  @JsonProperty("carried_out") private CarriedOut carriedOut;

  private ReleasedHold() {}

  /** Identifier of the hold. */
  public String id() {
    return id;
  }

  /** Always {@code hold}. */
  public String object() {
    return object;
  }

  /** When it was placed, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** False: placed by a test key, on test calls. */
  public Boolean livemode() {
    return livemode;
  }

  /** Your name for it, which refused deletions tell. */
  public String name() {
    return name;
  }

  /** Why it was placed. */
  public String reason() {
    return reason;
  }

  /** {@code active}: its calls are kept. {@code released}: it keeps nothing any more. */
  public HoldStatus status() {
    return status;
  }

  /** Calls that it holds, or held when it was released. */
  public Long held() {
    return held;
  }

  /** When it is released by itself, in Unix seconds. May be null. */
  public Long until() {
    return until;
  }

  /** When it was released, in Unix seconds. May be null. */
  public Long releasedAt() {
    return releasedAt;
  }

  /** Why it was released; null also where {@code until} released it. */
  public String releaseReason() {
    return releaseReason;
  }

  /** What the hold has put off. */
  public CarriedOut carriedOut() {
    return carriedOut;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
