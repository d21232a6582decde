// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Quality} of the API. */
public final class Quality {
  @JsonProperty("sentiment_analysis") private SentimentAnalysis sentimentAnalysis;
  @JsonProperty("call_resolution") private ResolvedFinding callResolution;
  @JsonProperty("greeting") private PresentFinding greeting;
  @JsonProperty("empathetic_language") private PresentFinding empatheticLanguage;
  @JsonProperty("professionalism") private PresentFinding professionalism;
  @JsonProperty("overall_score") private Long overallScore;
  @JsonProperty("coverage") private Double coverage;

  private Quality() {}

  /** Sentiment of the parties. */
  public SentimentAnalysis sentimentAnalysis() {
    return sentimentAnalysis;
  }

  /**
   * The outcome. True: success or a definite next step was found. False: failure was found. Otherwise not
   * assessable.
   */
  public ResolvedFinding callResolution() {
    return callResolution;
  }

  /**
   * The agent greeted the customer. True: a greeting was found. False: the agent’s opening is cited, it has no
   * greeting, and the agent’s audio is good enough to tell. Otherwise not assessable.
   */
  public PresentFinding greeting() {
    return greeting;
  }

  /**
   * The agent showed understanding. True: it was found. False: the customer described a problem and the agent
   * dismissed it; both are cited. Otherwise not assessable.
   */
  public PresentFinding empatheticLanguage() {
    return empatheticLanguage;
  }

  /**
   * The agent stayed courteous and to the point. True: this was found. False: rudeness, mockery or carelessness was
   * found. Otherwise not assessable. In no score. Omitted in analyses completed by an earlier release.
   */
  public PresentFinding professionalism() {
    return professionalism;
  }

  /** 0 to 100; null with a {@code coverage} under 0.5, or where {@code call_resolution} is not assessable. */
  public Long overallScore() {
    return overallScore;
  }

  /**
   * Share of the score that could be assessed: the weight of the assessable findings divided by the weight of all.
   * Omitted in analyses completed by an earlier release.
   */
  public Double coverage() {
    return coverage;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
