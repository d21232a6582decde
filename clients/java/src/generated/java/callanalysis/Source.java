// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code Source} of the API. */
public final class Source {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("name") private String name;
  @JsonProperty("kind") private SourceKind kind;
  @JsonProperty("bucket") private String bucket;
  @JsonProperty("prefix") private String prefix;
  @JsonProperty("region") private String region;
  @JsonProperty("endpoint") private String endpoint;
  @JsonProperty("external_id") private String externalId;
  @JsonProperty("naming") private Map<String, Object> naming;
  @JsonProperty("account_sid") private String accountSid;
  @JsonProperty("agent") private TwilioLeg agent;
  @JsonProperty("api_base") private String apiBase;
  @JsonProperty("defaults") private Map<String, Object> defaults;
  @JsonProperty("start") private SourceStart start;
  @JsonProperty("every_seconds") private Long everySeconds;
  @JsonProperty("after") private SourceAfter after;
  @JsonProperty("status") private SourceStatus status;
  @JsonProperty("cursor") private String cursor;
  @JsonProperty("lag_seconds") private Long lagSeconds;
  @JsonProperty("counts") private SourceCounts counts;
  @JsonProperty("last_error") private String lastError;
  @JsonProperty("last_polled_at") private String lastPolledAt;

  private Source() {}

  /** Its id. */
  public String id() {
    return id;
  }

  /** Always {@code source}. */
  public String object() {
    return object;
  }

  /** Unix time in seconds. */
  public Long created() {
    return created;
  }

  /** Its calls are of this mode. */
  public Boolean livemode() {
    return livemode;
  }

  /** Your own words for it. */
  public String name() {
    return name;
  }

  /** What it is. */
  public SourceKind kind() {
    return kind;
  }

  /** Name of the bucket. Like all that is of a bucket, null for the kind {@code twilio}. */
  public String bucket() {
    return bucket;
  }

  /** What each key begins with; empty for the whole bucket. May be null. */
  public String prefix() {
    return prefix;
  }

  /** Region of the bucket. May be null. */
  public String region() {
    return region;
  }

  /** Address of the store; null for AWS. */
  public String endpoint() {
    return endpoint;
  }

  /** What the trust policy of the role must ask for as {@code sts:ExternalId}; null without a role. */
  public String externalId() {
    return externalId;
  }

  /** Where agent, contact and time of a call stand. May be null. */
  public Map<String, Object> naming() {
    return naming;
  }

  /** The account that records. Like the two that follow, null for the kind {@code s3}. */
  public String accountSid() {
    return accountSid;
  }

  /** The leg that the agent is on. May be null. */
  public TwilioLeg agent() {
    return agent;
  }

  /** Where the recordings of the account lie. May be null. */
  public String apiBase() {
    return apiBase;
  }

  /** Members of a submission for what the naming does not give. */
  public Map<String, Object> defaults() {
    return defaults;
  }

  /** {@code new}: what was not there when the source was made. {@code all}: everything. May be null. */
  public SourceStart start() {
    return start;
  }

  /** How often the bucket is looked at. May be null. */
  public Long everySeconds() {
    return everySeconds;
  }

  /** {@code tag}: an object that was taken gets the tag {@code call-analysis}. May be null. */
  public SourceAfter after() {
    return after;
  }

  /**
   * {@code failing}: the last look failed, and it is tried again after longer and longer, at most an hour. {@code
   * paused}: by you.
   */
  public SourceStatus status() {
    return status;
  }

  /** The last key that was listed; null before the first. */
  public String cursor() {
    return cursor;
  }

  /**
   * How long ago the oldest recording was written that waits to be taken; 0 where none does. Null before the first
   * look.
   */
  public Long lagSeconds() {
    return lagSeconds;
  }

  /** What became of the recordings, as they were met. */
  public SourceCounts counts() {
    return counts;
  }

  /** Why the last look failed, or listed nothing; null where it did not. */
  public String lastError() {
    return lastError;
  }

  /** When the bucket was last looked at; null before the first time. */
  public String lastPolledAt() {
    return lastPolledAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
