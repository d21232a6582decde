// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** {@code Sample} of the API. */
public final class Sample {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("seed") private String seed;
  @JsonProperty("population") private Long population;
  @JsonProperty("drawn") private Long drawn;
  @JsonProperty("filter") private Map<String, Object> filter;
  @JsonProperty("count") private Long count;
  @JsonProperty("per") private DrawPer per;
  @JsonProperty("stratify_by") private Object stratifyBy;
  @JsonProperty("queue") private Boolean queue;
  @JsonProperty("analysis_ids") private List<String> analysisIds;
  @JsonProperty("algorithm") private String algorithm;

  private Sample() {}

  /** Identifier of the sample. */
  public String id() {
    return id;
  }

  /** Always {@code sample}. */
  public String object() {
    return object;
  }

  /** When it was drawn, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** Mode of its calls: that of the credential. */
  public Boolean livemode() {
    return livemode;
  }

  /** Draws the same calls again. */
  public String seed() {
    return seed;
  }

  /** Completed calls that fitted the filter. */
  public Long population() {
    return population;
  }

  /** Calls in the sample. Deleted calls leave it. */
  public Long drawn() {
    return drawn;
  }

  /** The filter, as it was given; times in ISO 8601. */
  public Map<String, Object> filter() {
    return filter;
  }

  /** As requested. */
  public Long count() {
    return count;
  }

  /** As requested. May be null. */
  public DrawPer per() {
    return per;
  }

  /** As requested. May be null. */
  public Object stratifyBy() {
    return stratifyBy;
  }

  /** As requested. */
  public Boolean queue() {
    return queue;
  }

  /** The calls, in the order of SHA-256 of the seed, a colon and the id. */
  public List<String> analysisIds() {
    return analysisIds;
  }

  /** How calls are ordered. */
  public String algorithm() {
    return algorithm;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
