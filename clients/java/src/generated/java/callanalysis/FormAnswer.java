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

  /** Displayed text. */
  public String label() {
    return label;
  }

  /** Points of the answer; the best answer of the question gets the full weight. */
  public Double points() {
    return points;
  }

  /** The answer needs a quote of {@code speaker} inside {@code within} that is found in the transcript. */
  public Boolean needsQuote() {
    return needsQuote;
  }

  /** The answer makes the outcome {@code auto_failed}, if it has verified evidence. */
  public Boolean autoFail() {
    return autoFail;
  }
}
