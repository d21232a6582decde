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

  /** How the parties felt. */
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

  /** The agent stayed courteous and to the point. Not assessable in an analysis from before this was judged. */
  public PresentSummary professionalism() {
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
