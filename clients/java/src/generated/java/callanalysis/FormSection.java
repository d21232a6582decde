// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code FormSection} of the API. */
public final class FormSection {
  @JsonProperty("key") private String key;
  @JsonProperty("title") private String title;
  @JsonProperty("weight") private Double weight;
  @JsonProperty("questions") private List<FormQuestion> questions;

  private FormSection() {}

  /** Unique among the sections. */
  public String key() {
    return key;
  }

  /** Displayed text. */
  public String title() {
    return title;
  }

  /** Weight in the score. */
  public Double weight() {
    return weight;
  }

  /** At most 100 in the whole form. */
  public List<FormQuestion> questions() {
    return questions;
  }
}
