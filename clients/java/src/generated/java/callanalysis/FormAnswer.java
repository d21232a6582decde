// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code FormAnswer} of the API. */
public final class FormAnswer {
  @JsonProperty("key") private String key;
  @JsonProperty("label") private String label;
  @JsonProperty("points") private Double points;
  @JsonProperty("needs_quote") private Boolean needsQuote;
  @JsonProperty("auto_fail") private Boolean autoFail;

  private FormAnswer() {}

  /** Unique within the question. {@code na} is reserved. */
  public String key() {
    return key;
  }

  /** As a person reads it. */
  public String label() {
    return label;
  }

  /** What the answer is worth; the best answer of the question stands for the whole weight. */
  public Double points() {
    return points;
  }

  /**
   * The answer stands only with a quotation of {@code speaker} inside {@code within} that was found in the
   * transcript.
   */
  public Boolean needsQuote() {
    return needsQuote;
  }

  /** The answer ends the evaluation as {@code auto_failed}, if it is proved. */
  public Boolean autoFail() {
    return autoFail;
  }
}
