// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code QualitySummary} of the API. */
public final class QualitySummary {
  @JsonProperty("sentiment_analysis") private SentimentAnalysis sentimentAnalysis;
  @JsonProperty("call_resolution") private ResolvedSummary callResolution;
  @JsonProperty("greeting") private PresentSummary greeting;
  @JsonProperty("empathetic_language") private PresentSummary empatheticLanguage;
  @JsonProperty("professionalism") private PresentSummary professionalism;
  @JsonProperty("overall_score") private Long overallScore;
  @JsonProperty("coverage") private Double coverage;

  private QualitySummary() {}

  /** Sentiment of the parties. */
  public SentimentAnalysis sentimentAnalysis() {
    return sentimentAnalysis;
  }

  /** Whether the customer's matter was settled. */
  public ResolvedSummary callResolution() {
    return callResolution;
  }

  /** The agent greeted the customer. */
  public PresentSummary greeting() {
    return greeting;
  }

  /** The agent showed understanding. */
  public PresentSummary empatheticLanguage() {
    return empatheticLanguage;
  }

  /** The agent stayed courteous and to the point. Not assessable in analyses made before this was evaluated. */
  public PresentSummary professionalism() {
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
