// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#analyses()}. */
abstract class AnalysesOperations {
  final Transport transport;

  AnalysesOperations(Transport transport) {
    this.transport = transport;
  }

  /**
   * List analyses.
   *
   * <p>Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage
   * limits. Where scores and flags are enough, ask for {@code view=summary}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<Analysis> list() {
    return list(ListAnalysesParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List analyses.
   *
   * <p>Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage
   * limits. Where scores and flags are enough, ask for {@code view=summary}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<Analysis> list(ListAnalysesParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List analyses.
   *
   * <p>Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage
   * limits. Where scores and flags are enough, ask for {@code view=summary}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Analysis> list(ListAnalysesParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis")
            .query("view", "full")
            .query(params),
        "offset",
        Analysis.class,
        options);
  }

  /**
   * List analyses.
   *
   * <p>Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage
   * limits. Where scores and flags are enough, ask for {@code view=summary}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @return what the service answers
   */
  public PagedList<AnalysisSummary> listSummaries() {
    return listSummaries(ListAnalysesParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List analyses.
   *
   * <p>Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage
   * limits. Where scores and flags are enough, ask for {@code view=summary}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<AnalysisSummary> listSummaries(ListAnalysesParams params) {
    return listSummaries(params, RequestOptions.NONE);
  }

  /**
   * List analyses.
   *
   * <p>Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage
   * limits. Where scores and flags are enough, ask for {@code view=summary}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<AnalysisSummary> listSummaries(ListAnalysesParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis")
            .query("view", "summary")
            .query(params),
        "offset",
        AnalysisSummary.class,
        options);
  }

  /**
   * Start a failed analysis again.
   *
   * <p>While its recording is stored, or was never stored and can be fetched from its URL again, which {@code
   * metadata.retryable} says. Minutes are reserved anew under the present plan, and the analysis is {@code
   * processing} again; its second end is notified as the first was. What was heard before the failure is not heard
   * again, unless the speech engine has been changed since. Counts as a submission in the rate limit.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Analysis retry(String id) {
    return retry(id, RequestOptions.NONE);
  }

  /**
   * Start a failed analysis again.
   *
   * <p>While its recording is stored, or was never stored and can be fetched from its URL again, which {@code
   * metadata.retryable} says. Minutes are reserved anew under the present plan, and the analysis is {@code
   * processing} again; its second end is notified as the first was. What was heard before the failure is not heard
   * again, unless the speech engine has been changed since. Counts as a submission in the rate limit.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Analysis retry(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/retry"),
        Analysis.class,
        options);
  }

  /**
   * Get one analysis.
   *
   * <p>For polling. {@code progress} tells how far it is; a {@code failed} one says why in {@code
   * metadata.error_message}, and in a word in {@code error_code}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Analysis get(String id) {
    return get(id, GetAnalysisParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get one analysis.
   *
   * <p>For polling. {@code progress} tells how far it is; a {@code failed} one says why in {@code
   * metadata.error_message}, and in a word in {@code error_code}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Analysis get(String id, GetAnalysisParams params) {
    return get(id, params, RequestOptions.NONE);
  }

  /**
   * Get one analysis.
   *
   * <p>For polling. {@code progress} tells how far it is; a {@code failed} one says why in {@code
   * metadata.error_message}, and in a word in {@code error_code}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Analysis get(String id, GetAnalysisParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id))
            .query("view", "full")
            .query(params),
        Analysis.class,
        options);
  }

  /**
   * Get one analysis.
   *
   * <p>For polling. {@code progress} tells how far it is; a {@code failed} one says why in {@code
   * metadata.error_message}, and in a word in {@code error_code}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public AnalysisSummary getSummary(String id) {
    return getSummary(id, RequestOptions.NONE);
  }

  /**
   * Get one analysis.
   *
   * <p>For polling. {@code progress} tells how far it is; a {@code failed} one says why in {@code
   * metadata.error_message}, and in a word in {@code error_code}.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public AnalysisSummary getSummary(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id))
            .query("view", "summary"),
        AnalysisSummary.class,
        options);
  }

  /**
   * Delete an analysis.
   *
   * <p>The record, the transcript and the audio are gone. Minutes that were billed stay billed. An analysis in
   * progress is billed for the minutes that were sent to a provider by then; before anything was sent its minutes
   * are released.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public DeletedAnalysis delete(String id) {
    return delete(id, RequestOptions.NONE);
  }

  /**
   * Delete an analysis.
   *
   * <p>The record, the transcript and the audio are gone. Minutes that were billed stay billed. An analysis in
   * progress is billed for the minutes that were sent to a provider by then; before anything was sent its minutes
   * are released.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedAnalysis delete(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/analysis/" + ApiRequest.segment("id", id)),
        DeletedAnalysis.class,
        options);
  }

  /**
   * Get the transcript as text or subtitles.
   *
   * <p>With speaker labels; SubRip and WebVTT also with times. 404 until the analysis is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public String transcript(String id) {
    return transcript(id, ExportTranscriptParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get the transcript as text or subtitles.
   *
   * <p>With speaker labels; SubRip and WebVTT also with times. 404 until the analysis is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public String transcript(String id, ExportTranscriptParams params) {
    return transcript(id, params, RequestOptions.NONE);
  }

  /**
   * Get the transcript as text or subtitles.
   *
   * <p>With speaker labels; SubRip and WebVTT also with times. 404 until the analysis is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public String transcript(String id, ExportTranscriptParams params, RequestOptions options) {
    return transport.text(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/transcript")
            .query(params),
        options);
  }

  /**
   * Register a webhook for an analysis.
   *
   * <p>Replaces the URL. If the analysis is already completed the notification goes out at once; in test mode it is
   * recorded and never sent. A test key registers none for an analysis of live mode.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Analysis registerWebhook(String id, RegisterWebhookParams params) {
    return registerWebhook(id, params, RequestOptions.NONE);
  }

  /**
   * Register a webhook for an analysis.
   *
   * <p>Replaces the URL. If the analysis is already completed the notification goes out at once; in test mode it is
   * recorded and never sent. A test key registers none for an analysis of live mode.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Analysis registerWebhook(String id, RegisterWebhookParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/webhook")
            .json(params),
        Analysis.class,
        options);
  }

  /**
   * Get the waveform of a call.
   *
   * <p>For drawing the sound, in the JSON of audiowaveform, which peaks.js and wavesurfer.js read. A longer call
   * has longer pixels, not more of them. 404 until the analysis is completed, and where the sound is not known: of
   * a scenario, or of a recording that an early release measured.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Waveform waveform(String id) {
    return waveform(id, RequestOptions.NONE);
  }

  /**
   * Get the waveform of a call.
   *
   * <p>For drawing the sound, in the JSON of audiowaveform, which peaks.js and wavesurfer.js read. A longer call
   * has longer pixels, not more of them. 404 until the analysis is completed, and where the sound is not known: of
   * a scenario, or of a recording that an early release measured.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public Waveform waveform(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/waveform"),
        Waveform.class,
        options);
  }

  /**
   * Get the report of a call as a page.
   *
   * <p>For people: waveform, transcript, findings with the quotations that prove them, scores and bill. A click on
   * a quotation plays it. 404 until the analysis is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public String report(String id) {
    return report(id, GetReportParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get the report of a call as a page.
   *
   * <p>For people: waveform, transcript, findings with the quotations that prove them, scores and bill. A click on
   * a quotation plays it. 404 until the analysis is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public String report(String id, GetReportParams params) {
    return report(id, params, RequestOptions.NONE);
  }

  /**
   * Get the report of a call as a page.
   *
   * <p>For people: waveform, transcript, findings with the quotations that prove them, scores and bill. A click on
   * a quotation plays it. 404 until the analysis is completed.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public String report(String id, GetReportParams params, RequestOptions options) {
    return transport.text(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/report")
            .query(params),
        options);
  }

  /**
   * Make a link to the report.
   *
   * <p>Who has the link reads the report and hears the recording, without credentials, until it expires or the
   * analysis is deleted. It outlives the key that made it: revoking the key does not end it, {@code DELETE
   * /analysis/{id}/report-link} does. A test key makes links to test analyses alone.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public ReportLink createReportLink(String id) {
    return createReportLink(id, CreateReportLinkParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Make a link to the report.
   *
   * <p>Who has the link reads the report and hears the recording, without credentials, until it expires or the
   * analysis is deleted. It outlives the key that made it: revoking the key does not end it, {@code DELETE
   * /analysis/{id}/report-link} does. A test key makes links to test analyses alone.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public ReportLink createReportLink(String id, CreateReportLinkParams params) {
    return createReportLink(id, params, RequestOptions.NONE);
  }

  /**
   * Make a link to the report.
   *
   * <p>Who has the link reads the report and hears the recording, without credentials, until it expires or the
   * analysis is deleted. It outlives the key that made it: revoking the key does not end it, {@code DELETE
   * /analysis/{id}/report-link} does. A test key makes links to test analyses alone.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ReportLink createReportLink(String id, CreateReportLinkParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/report-link")
            .json(params),
        ReportLink.class,
        options);
  }

  /**
   * End all links to the report.
   *
   * <p>Of this analysis, whichever key made them; new ones can be made. A page that is open stays open, and goes on
   * playing the recording for an hour at most.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public DeletedReportLinks deleteReportLinks(String id) {
    return deleteReportLinks(id, RequestOptions.NONE);
  }

  /**
   * End all links to the report.
   *
   * <p>Of this analysis, whichever key made them; new ones can be made. A page that is open stays open, and goes on
   * playing the recording for an hour at most.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedReportLinks deleteReportLinks(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/analysis/" + ApiRequest.segment("id", id) + "/report-link"),
        DeletedReportLinks.class,
        options);
  }

  /**
   * List the deliveries of an analysis.
   *
   * <p>Of the analysis itself and of its evaluations: newest first, each with all of its attempts.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the analysis.
   * @return what the service answers
   */
  public PagedList<WebhookDelivery> deliveries(String id) {
    return deliveries(id, RequestOptions.NONE);
  }

  /**
   * List the deliveries of an analysis.
   *
   * <p>Of the analysis itself and of its evaluations: newest first, each with all of its attempts.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the analysis.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<WebhookDelivery> deliveries(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/deliveries"),
        "skip",
        WebhookDelivery.class,
        options);
  }

  /**
   * Read a delivery.
   *
   * <p>With all of its attempts. For a delivery of test mode, which is never sent, {@code request} is the request
   * that would be sent now, signed like every notification: feed it to your own receiver. For a live delivery it is
   * null.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the analysis.
   * @param deliveryId Id of the delivery.
   * @return what the service answers
   */
  public WebhookDeliveryWithRequest delivery(String id, String deliveryId) {
    return delivery(id, deliveryId, RequestOptions.NONE);
  }

  /**
   * Read a delivery.
   *
   * <p>With all of its attempts. For a delivery of test mode, which is never sent, {@code request} is the request
   * that would be sent now, signed like every notification: feed it to your own receiver. For a live delivery it is
   * null.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the analysis.
   * @param deliveryId Id of the delivery.
   * @param options cancellation
   * @return what the service answers
   */
  public WebhookDeliveryWithRequest delivery(String id, String deliveryId, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/deliveries/" + ApiRequest.segment("delivery_id", deliveryId)),
        WebhookDeliveryWithRequest.class,
        options);
  }

  /**
   * Send a delivery again.
   *
   * <p>At once and with the same {@code webhook-id}; the retry schedule starts anew.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the analysis.
   * @param deliveryId Id of the delivery.
   * @return what the service answers
   */
  public WebhookDelivery redeliver(String id, String deliveryId) {
    return redeliver(id, deliveryId, RequestOptions.NONE);
  }

  /**
   * Send a delivery again.
   *
   * <p>At once and with the same {@code webhook-id}; the retry schedule starts anew.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the analysis.
   * @param deliveryId Id of the delivery.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public WebhookDelivery redeliver(String id, String deliveryId, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/deliveries/" + ApiRequest.segment("delivery_id", deliveryId) + "/redeliver"),
        WebhookDelivery.class,
        options);
  }
}
