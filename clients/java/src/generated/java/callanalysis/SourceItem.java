// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code SourceItem} of the API. */
public final class SourceItem {
  @JsonProperty("key") private String key;
  @JsonProperty("external_id") private String externalId;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("status") private SourceItemStatus status;
  @JsonProperty("error") private SourceItemError error;
  @JsonProperty("size_bytes") private Long sizeBytes;
  @JsonProperty("found_at") private String foundAt;

  private SourceItem() {}

  /** Key of the object. Null once its call is deleted. */
  public String key() {
    return key;
  }

  /** Identifier of the call; null until known. */
  public String externalId() {
    return externalId;
  }

  /** The call that it became, or that had its {@code external_id} before. May be null. */
  public String analysisId() {
    return analysisId;
  }

  /**
   * {@code waiting}: for a stable size, its metadata file, minutes, or a retry. {@code taken}: imported as a call.
   * {@code existing}: a call with its {@code external_id} already exists. {@code refused}: see {@code error}.
   */
  public SourceItemStatus status() {
    return status;
  }

  /** Why it is refused, waits, or could not be tagged. May be null. */
  public SourceItemError error() {
    return error;
  }

  /** Size of the object. May be null. */
  public Long sizeBytes() {
    return sizeBytes;
  }

  /** When it was found. */
  public String foundAt() {
    return foundAt;
  }
}
