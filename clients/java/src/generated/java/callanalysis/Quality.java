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

  /** How the parties felt. */
  public SentimentAnalysis sentimentAnalysis() {
    return sentimentAnalysis;
  }

  /**
   * The outcome. True: success or a definite next step was heard. False: failure was heard. Else not assessable.
   */
  public ResolvedFinding callResolution() {
    return callResolution;
  }

  /**
   * The agent greeted the customer. True: the greeting was heard. False: the agent’s opening is cited, it has no
   * greeting, and the agent is known to have been heard well. Else not assessable.
   */
  public PresentFinding greeting() {
    return greeting;
  }

  /**
   * The agent showed understanding. True: it was heard. False: the customer told of trouble and the agent was heard
   * dismissing it; both are cited. Else not assessable.
   */
  public PresentFinding empatheticLanguage() {
    return empatheticLanguage;
  }

  /**
   * The agent stayed courteous and to the point. True: it was heard. False: rudeness, mockery or carelessness was
   * heard. Else not assessable. In no score. Left out of analyses that an earlier release completed.
   */
  public PresentFinding professionalism() {
    return professionalism;
  }

  /** 0 to 100; null with a {@code coverage} under 0.5, or where {@code call_resolution} is not assessable. */
  public Long overallScore() {
    return overallScore;
  }

  /**
   * How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses
   * that an earlier release completed.
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
