// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#statistics()}. */
public final class Statistics {
  final Transport transport;

  Statistics(Transport transport) {
    this.transport = transport;
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>As {@link #calls(GetStatisticsParams)}.
   *
   * @return what the service answers
   */
  public CallStatistics calls() {
    return calls(GetStatisticsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews and
   * corrections up to {@code as_of} are included. Groupings by {@code contact} and {@code metadata:KEY} (other than
   * {@code metadata:team}), and filters such as scores, read each call, 2,000,000 calls at most.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public CallStatistics calls(GetStatisticsParams params) {
    return calls(params, RequestOptions.NONE);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>As {@link #calls(GetStatisticsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public CallStatistics calls(GetStatisticsParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/statistics").query("of", "calls").query(params),
        CallStatistics.class,
        options);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>As {@link #evaluations(GetStatisticsParams)}.
   *
   * @return what the service answers
   */
  public EvaluationStatistics evaluations() {
    return evaluations(GetStatisticsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews and
   * corrections up to {@code as_of} are included. Groupings by {@code contact} and {@code metadata:KEY} (other than
   * {@code metadata:team}), and filters such as scores, read each call, 2,000,000 calls at most.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public EvaluationStatistics evaluations(GetStatisticsParams params) {
    return evaluations(params, RequestOptions.NONE);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>As {@link #evaluations(GetStatisticsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public EvaluationStatistics evaluations(GetStatisticsParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/statistics").query("of", "evaluations").query(params),
        EvaluationStatistics.class,
        options);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>As {@link #answers(GetStatisticsParams)}.
   *
   * @return what the service answers
   */
  public AnswerStatistics answers() {
    return answers(GetStatisticsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews and
   * corrections up to {@code as_of} are included. Groupings by {@code contact} and {@code metadata:KEY} (other than
   * {@code metadata:team}), and filters such as scores, read each call, 2,000,000 calls at most.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public AnswerStatistics answers(GetStatisticsParams params) {
    return answers(params, RequestOptions.NONE);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * <p>As {@link #answers(GetStatisticsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public AnswerStatistics answers(GetStatisticsParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/statistics").query("of", "answers").query(params),
        AnswerStatistics.class,
        options);
  }
}
