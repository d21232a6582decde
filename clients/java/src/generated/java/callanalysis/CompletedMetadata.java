// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code CompletedMetadata} of the API. */
public final class CompletedMetadata {
  @JsonProperty("webhook_url") private String webhookUrl;
  @JsonProperty("webhook_events") private List<String> webhookEvents;
  @JsonProperty("retryable") private Boolean retryable;
  @JsonProperty("version") private String version;
  @JsonProperty("retained_until") private RetainedUntil retainedUntil;
  @JsonProperty("transcript_deleted_at") private String transcriptDeletedAt;
  @JsonProperty("completed_at") private String completedAt;
  @JsonProperty("processing_time_ms") private Long processingTimeMs;
  @JsonProperty("engine") private Engine engine;

  @JsonIgnore
  private final Map<String, Object> extra = new LinkedHashMap<>();

  private CompletedMetadata() {}

  /**
   * URL that receives the notification, as you gave it; characters beyond ASCII in punycode and percent-encoded.
   * May be null.
   */
  public String webhookUrl() {
    return webhookUrl;
  }

  /** Events that are notified. */
  public List<String> webhookEvents() {
    return webhookEvents;
  }

  /**
   * True if the analysis failed and its recording is still stored, can be downloaded from its URL, or is of the
   * sandbox: {@code POST /analysis/{id}/retry} starts it again. Also true if it is completed, and its {@code
   * not_judged_reason} is {@code too_long_for_model} or {@code unusable_answer}: a retry evaluates it again.
   */
  public Boolean retryable() {
    return retryable;
  }

  /** Version of this object. */
  public String version() {
    return version;
  }

  /** Times at which its parts are deleted, unless a hold keeps them. All null until it is final. */
  public RetainedUntil retainedUntil() {
    return retainedUntil;
  }

  /** When the transcript was deleted by its retention; null otherwise. */
  public String transcriptDeletedAt() {
    return transcriptDeletedAt;
  }

  /** When it was completed. */
  public String completedAt() {
    return completedAt;
  }

  /** From acceptance to the final state. */
  public Long processingTimeMs() {
    return processingTimeMs;
  }

  /** Engines that produced the result. */
  public Engine engine() {
    return engine;
  }

  /** Your own keys and values: text, numbers, booleans and nulls. */
  @JsonAnyGetter
  public Map<String, Object> extra() {
    return Collections.unmodifiableMap(extra);
  }

  @JsonAnySetter
  private void putExtra(String name, Object value) {
    extra.put(name, value);
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
