// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code CustomRedactionType} of the API. */
public final class CustomRedactionType {
  @JsonProperty("key") private String key;
  @JsonProperty("label") private String label;
  @JsonProperty("patterns") private List<String> patterns;

  private CustomRedactionType() {}

  /** Stands where the name of a type stands. */
  public String key() {
    return key;
  }

  /** As a person reads it. */
  public String label() {
    return label;
  }

  /** In the pattern language of scorecards. */
  public List<String> patterns() {
    return patterns;
  }
}
