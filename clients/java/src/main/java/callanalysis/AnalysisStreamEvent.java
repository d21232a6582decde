package callanalysis;

import com.fasterxml.jackson.databind.JsonNode;

/** What happened to an analysis. */
public final class AnalysisStreamEvent {
  private final String id;
  private final String event;
  private final JsonNode data;
  private final Progress progress;
  private final Analysis analysis;

  /** @throws CallAnalysisException of the kind ANSWER for data that is not what the event says */
  AnalysisStreamEvent(String id, String event, byte[] text) {
    this.id = id;
    this.event = event;
    data = Json.read(text, Json.type(JsonNode.class));
    progress = event.equals("progress") ? Json.read(text, Json.type(Progress.class)) : null;
    boolean isFinal = event.equals("completed") || event.equals("failed");
    analysis = isFinal ? Json.read(text, Json.type(Analysis.class)) : null;
  }

  /**
   * Grows from event to event.
   *
   * @return its id; empty where it has none
   */
  public String id() {
    return id;
  }

  /**
   * What happened.
   *
   * @return {@code progress}, {@code completed}, {@code failed}, or a word that a newer service sends
   */
  public String event() {
    return event;
  }

  /**
   * How far the analysis is.
   *
   * @return null for events other than {@code progress}
   */
  public Progress progress() {
    return progress;
  }

  /**
   * The final analysis.
   *
   * @return null for events other than {@code completed} and {@code failed}
   */
  public Analysis analysis() {
    return analysis;
  }

  /**
   * The data as it came, for events that this version does not know.
   *
   * @return JSON
   */
  public JsonNode data() {
    return data;
  }
}
