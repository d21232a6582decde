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

  /** Id of the object. */
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

  /** Mode of its calls. */
  public Boolean livemode() {
    return livemode;
  }

  /** Name. */
  public String name() {
    return name;
  }

  /** Type of the source. */
  public SourceKind kind() {
    return kind;
  }

  /** Name of the bucket. Like all members of a bucket, null for the kind {@code twilio}. */
  public String bucket() {
    return bucket;
  }

  /** Key prefix; empty for the whole bucket. May be null. */
  public String prefix() {
    return prefix;
  }

  /** Region of the bucket. May be null. */
  public String region() {
    return region;
  }

  /** URL of the store; null for AWS. */
  public String endpoint() {
    return endpoint;
  }

  /** Value that the role’s trust policy must require as {@code sts:ExternalId}; null without a role. */
  public String externalId() {
    return externalId;
  }

  /** Where agent, contact and time of a call are read from. May be null. */
  public Map<String, Object> naming() {
    return naming;
  }

  /** SID of the recording account. Like the next two members, null for the kind {@code s3}. */
  public String accountSid() {
    return accountSid;
  }

  /** The leg that the agent is on. May be null. */
  public TwilioLeg agent() {
    return agent;
  }

  /** URL of the provider’s API. May be null. */
  public String apiBase() {
    return apiBase;
  }

  /** Defaults for fields that the naming does not provide. */
  public Map<String, Object> defaults() {
    return defaults;
  }

  /** {@code new}: recordings written after the source was created. {@code all}: all recordings. May be null. */
  public SourceStart start() {
    return start;
  }

  /** Interval between polls. May be null. */
  public Long everySeconds() {
    return everySeconds;
  }

  /** {@code tag}: imported objects get the tag {@code call-analysis}. May be null. */
  public SourceAfter after() {
    return after;
  }

  /**
   * {@code failing}: the last poll failed; it is retried with growing delays, at most an hour. {@code paused}:
   * paused by you.
   */
  public SourceStatus status() {
    return status;
  }

  /** The last listed key; null before the first poll. */
  public String cursor() {
    return cursor;
  }

  /** Age of the oldest recording that waits to be imported; 0 if none waits. Null before the first poll. */
  public Long lagSeconds() {
    return lagSeconds;
  }

  /** Number of recordings by result. */
  public SourceCounts counts() {
    return counts;
  }

  /** Why the last poll failed or listed nothing; null otherwise. */
  public String lastError() {
    return lastError;
  }

  /** When the bucket was last polled; null before the first poll. */
  public String lastPolledAt() {
    return lastPolledAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
