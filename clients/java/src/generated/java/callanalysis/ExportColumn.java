// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code id}, {@code created}, {@code livemode}, {@code status}, {@code agent_id}, {@code contact_id},
 * {@code started_at}, {@code direction}, {@code duration_seconds}, {@code language}, {@code compliance_score},
 * {@code quality_score}, {@code customer_effort_score}, {@code customer_sentiment}, {@code flagged}, {@code
 * violations}, {@code reviewed}, {@code summary}, {@code metadata}, {@code external_id}, {@code analysis_id},
 * {@code scorecard_id}, {@code scorecard}, {@code revision}, {@code outcome}, {@code score}, {@code coverage},
 * {@code section}, {@code question}, {@code state}, {@code answer}, {@code points}, {@code confidence}, {@code
 * source}, {@code quote}, {@code segment_id}, {@code speaker}, {@code start}, {@code end}, {@code text}, {@code
 * reviewer_id}, {@code via}, {@code finding_or_question}, {@code system_answer}, {@code note}.
 */
public final class ExportColumn extends OpenEnum {
  public static final ExportColumn ID = new ExportColumn("id");
  public static final ExportColumn CREATED = new ExportColumn("created");
  public static final ExportColumn LIVEMODE = new ExportColumn("livemode");
  public static final ExportColumn STATUS = new ExportColumn("status");
  public static final ExportColumn AGENT_ID = new ExportColumn("agent_id");
  public static final ExportColumn CONTACT_ID = new ExportColumn("contact_id");
  public static final ExportColumn STARTED_AT = new ExportColumn("started_at");
  public static final ExportColumn DIRECTION = new ExportColumn("direction");
  public static final ExportColumn DURATION_SECONDS = new ExportColumn("duration_seconds");
  public static final ExportColumn LANGUAGE = new ExportColumn("language");
  public static final ExportColumn COMPLIANCE_SCORE = new ExportColumn("compliance_score");
  public static final ExportColumn QUALITY_SCORE = new ExportColumn("quality_score");
  public static final ExportColumn CUSTOMER_EFFORT_SCORE = new ExportColumn("customer_effort_score");
  public static final ExportColumn CUSTOMER_SENTIMENT = new ExportColumn("customer_sentiment");
  public static final ExportColumn FLAGGED = new ExportColumn("flagged");
  public static final ExportColumn VIOLATIONS = new ExportColumn("violations");
  public static final ExportColumn REVIEWED = new ExportColumn("reviewed");
  public static final ExportColumn SUMMARY = new ExportColumn("summary");
  public static final ExportColumn METADATA = new ExportColumn("metadata");
  public static final ExportColumn EXTERNAL_ID = new ExportColumn("external_id");
  public static final ExportColumn ANALYSIS_ID = new ExportColumn("analysis_id");
  public static final ExportColumn SCORECARD_ID = new ExportColumn("scorecard_id");
  public static final ExportColumn SCORECARD = new ExportColumn("scorecard");
  public static final ExportColumn REVISION = new ExportColumn("revision");
  public static final ExportColumn OUTCOME = new ExportColumn("outcome");
  public static final ExportColumn SCORE = new ExportColumn("score");
  public static final ExportColumn COVERAGE = new ExportColumn("coverage");
  public static final ExportColumn SECTION = new ExportColumn("section");
  public static final ExportColumn QUESTION = new ExportColumn("question");
  public static final ExportColumn STATE = new ExportColumn("state");
  public static final ExportColumn ANSWER = new ExportColumn("answer");
  public static final ExportColumn POINTS = new ExportColumn("points");
  public static final ExportColumn CONFIDENCE = new ExportColumn("confidence");
  public static final ExportColumn SOURCE = new ExportColumn("source");
  public static final ExportColumn QUOTE = new ExportColumn("quote");
  public static final ExportColumn SEGMENT_ID = new ExportColumn("segment_id");
  public static final ExportColumn SPEAKER = new ExportColumn("speaker");
  public static final ExportColumn START = new ExportColumn("start");
  public static final ExportColumn END = new ExportColumn("end");
  public static final ExportColumn TEXT = new ExportColumn("text");
  public static final ExportColumn REVIEWER_ID = new ExportColumn("reviewer_id");
  public static final ExportColumn VIA = new ExportColumn("via");
  public static final ExportColumn FINDING_OR_QUESTION = new ExportColumn("finding_or_question");
  public static final ExportColumn SYSTEM_ANSWER = new ExportColumn("system_answer");
  public static final ExportColumn NOTE = new ExportColumn("note");

  private ExportColumn(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ExportColumn of(String value) {
    return new ExportColumn(value);
  }
}
