// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code SourceTest} of the API. */
public final class SourceTest {
  @JsonProperty("object") private String object;
  @JsonProperty("items") private List<TriedRecording> items;
  @JsonProperty("error") private String error;

  private SourceTest() {}

  /** Always {@code source_test}. */
  public String object() {
    return object;
  }

  /** The last 20 keys, last first. */
  public List<TriedRecording> items() {
    return items;
  }

  /** Why the bucket could not be read completely; null otherwise. */
  public String error() {
    return error;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
