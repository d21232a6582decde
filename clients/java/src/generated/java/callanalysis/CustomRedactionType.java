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

  /** Used as the name of the type. */
  public String key() {
    return key;
  }

  /** Displayed text. */
  public String label() {
    return label;
  }

  /** In the pattern language of scorecards. */
  public List<String> patterns() {
    return patterns;
  }
}
