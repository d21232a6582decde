// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code TriedRecording} of the API. */
public final class TriedRecording {
  @JsonProperty("key") private String key;
  @JsonProperty("size_bytes") private Long sizeBytes;
  @JsonProperty("modified_at") private String modifiedAt;
  @JsonProperty("submission") private Map<String, Object> submission;
  @JsonProperty("error") private SourceItemError error;

  private TriedRecording() {}

  /** Key of the object. */
  public String key() {
    return key;
  }

  /** Size of the object. */
  public Long sizeBytes() {
    return sizeBytes;
  }

  /** When it was last written. */
  public String modifiedAt() {
    return modifiedAt;
  }

  /** The submission that the object would become; null if there is an {@code error}. */
  public Map<String, Object> submission() {
    return submission;
  }

  /** Why the object would not become a call. May be null. */
  public SourceItemError error() {
    return error;
  }
}
