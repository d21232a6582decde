// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EvaluatedForm} of the API. */
public final class EvaluatedForm {
  @JsonProperty("language") private String language;
  @JsonProperty("pass_mark") private Double passMark;
  @JsonProperty("min_coverage") private Double minCoverage;
  @JsonProperty("sections") private List<FormSection> sections;

  private EvaluatedForm() {}

  /** ISO 639-1: the language of the phrases. May be null. */
  public String language() {
    return language;
  }

  /** Minimum rounded score for the outcome {@code passed}. Null: every score passes. */
  public Double passMark() {
    return passMark;
  }

  /** Below this coverage there is no score. */
  public Double minCoverage() {
    return minCoverage;
  }

  /** Includes the texts of questions and answers. */
  public List<FormSection> sections() {
    return sections;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
