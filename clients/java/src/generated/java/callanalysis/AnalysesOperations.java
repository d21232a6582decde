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
   * <p>As {@link #list(ListAnalysesParams)}.
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
   * <p>As {@link #list(ListAnalysesParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Analysis> list(ListAnalysesParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis").query("view", "full").query(params),
        "offset",
        Analysis.class,
        options);
  }

  /**
   * List analyses.
   *
   * <p>As {@link #listSummaries(ListAnalysesParams)}.
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
   * <p>As {@link #listSummaries(ListAnalysesParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<AnalysisSummary> listSummaries(ListAnalysesParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis").query("view", "summary").query(params),
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
   * again, unless the speech engine has been changed since. A completed analysis whose {@code not_judged_reason} is
   * {@code too_long_for_model} or {@code unusable_answer} is judged again from its transcript: it stays {@code
   * completed}, costs no minutes, is not {@code retryable} meanwhile, and {@code analysis.completed} is sent again
   * at the end. Counts as a submission in the rate limit.
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
   * <p>As {@link #retry(String)}.
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
   * <p>As {@link #get(String, GetAnalysisParams)}.
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
   * <p>A review link opens it where it may {@code read}.
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
   * <p>As {@link #get(String, GetAnalysisParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Analysis get(String id, GetAnalysisParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id)).query("view", "full").query(params),
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
   * <p>A review link opens it where it may {@code read}.
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
   * <p>As {@link #getSummary(String)}.
   *
   * @param id Its id.
   * @param options cancellation
   * @return what the service answers
   */
  public AnalysisSummary getSummary(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id)).query("view", "summary"),
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
   * <p>As {@link #delete(String)}.
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
   * <p>As {@link #transcript(String, ExportTranscriptParams)}.
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
   * <p>A review link opens it where it may {@code read}.
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
   * <p>As {@link #transcript(String, ExportTranscriptParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public String transcript(String id, ExportTranscriptParams params, RequestOptions options) {
    return transport.text(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/transcript").query(params),
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
   * <p>As {@link #registerWebhook(String, RegisterWebhookParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Analysis registerWebhook(String id, RegisterWebhookParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/webhook").json(params),
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
   * <p>A review link opens it where it may {@code read}.
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
   * <p>As {@link #waveform(String)}.
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
   * Get the recording of a call.
   *
   * <p>As {@link #audioLink(String, GetAnalysisAudioParams)}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public AudioLink audioLink(String id) {
    return audioLink(id, GetAnalysisAudioParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get the recording of a call.
   *
   * <p>Redirects to a link that needs no credentials and expires. With {@code variant=original} it leads to the
   * recording as it was sent, for five minutes: an API key then needs the scope {@code recordings:original} in
   * place of {@code analysis:read}, which no key has unless it was asked for by name; no review link opens it; and
   * every read is logged with who it was. An original that is deleted, or that is still to be masked, is 404. With
   * {@code rendition=play} it leads to what every browser plays: of a masked call, that is made of the masked
   * sound.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code read}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public AudioLink audioLink(String id, GetAnalysisAudioParams params) {
    return audioLink(id, params, RequestOptions.NONE);
  }

  /**
   * Get the recording of a call.
   *
   * <p>As {@link #audioLink(String, GetAnalysisAudioParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public AudioLink audioLink(String id, GetAnalysisAudioParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/audio").query("redirect", "false").query(params),
        AudioLink.class,
        options);
  }

  /**
   * Search what was said.
   *
   * <p>Completed calls in which the words were said, newest first, each with up to three places. The present
   * transcript is searched: with corrections, and without what is masked. A search for a phrase takes 600 ms at
   * most, and says where it stopped.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<FoundCall> search(SearchCallsParams params) {
    return search(params, RequestOptions.NONE);
  }

  /**
   * Search what was said.
   *
   * <p>As {@link #search(SearchCallsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<FoundCall> search(SearchCallsParams params, RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/search").query(params), "skip", FoundCall.class, options);
  }

  /**
   * Get the report of a call as a page.
   *
   * <p>As {@link #report(String, GetReportParams)}.
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
   * <p>As {@link #report(String, GetReportParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public String report(String id, GetReportParams params, RequestOptions options) {
    return transport.text(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/report").query(params),
        options);
  }

  /**
   * Make a link to the report.
   *
   * <p>As {@link #createReportLink(String, CreateReportLinkParams)}.
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
   * <p>As {@link #createReportLink(String, CreateReportLinkParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public ReportLink createReportLink(String id, CreateReportLinkParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/report-link").json(params),
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
   * <p>As {@link #deleteReportLinks(String)}.
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
   * List the review links of an analysis.
   *
   * <p>Newest first, those that have expired too. Deleted ones are left out.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the analysis.
   * @return what the service answers
   */
  public PagedList<ReviewLink> reviewLinks(String id) {
    return reviewLinks(id, RequestOptions.NONE);
  }

  /**
   * List the review links of an analysis.
   *
   * <p>As {@link #reviewLinks(String)}.
   *
   * @param id Id of the analysis.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<ReviewLink> reviewLinks(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/review-links"),
        "skip",
        ReviewLink.class,
        options);
  }

  /**
   * Make a link for a reviewer without an account.
   *
   * <p>Who has the link reads this one call, hears it, and reviews or corrects it where the link allows it, until
   * it expires or is deleted. It outlives the key that made it. A key needs {@code analysis:read} too, since the
   * link reads. A call can have 100 links that work. A test key makes links to test analyses alone.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public CreatedReviewLink createReviewLink(String id, CreateReviewLinkParams params) {
    return createReviewLink(id, params, RequestOptions.NONE);
  }

  /**
   * Make a link for a reviewer without an account.
   *
   * <p>As {@link #createReviewLink(String, CreateReviewLinkParams)}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public CreatedReviewLink createReviewLink(String id, CreateReviewLinkParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/review-links").json(params),
        CreatedReviewLink.class,
        options);
  }

  /**
   * Get one review link.
   *
   * <p>Without its address. 404 for one that was deleted.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Id of the analysis.
   * @param linkId Id of the link.
   * @return what the service answers
   */
  public ReviewLink reviewLink(String id, String linkId) {
    return reviewLink(id, linkId, RequestOptions.NONE);
  }

  /**
   * Get one review link.
   *
   * <p>As {@link #reviewLink(String, String)}.
   *
   * @param id Id of the analysis.
   * @param linkId Id of the link.
   * @param options cancellation
   * @return what the service answers
   */
  public ReviewLink reviewLink(String id, String linkId, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/review-links/" + ApiRequest.segment("link_id", linkId)),
        ReviewLink.class,
        options);
  }

  /**
   * End a review link.
   *
   * <p>Holds at once, for the link and for every access token that came of it. What was written with it stays. The
   * recording of a page that is open can be played for an hour at most.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * @param id Id of the analysis.
   * @param linkId Id of the link.
   * @return what the service answers
   */
  public DeletedReviewLink deleteReviewLink(String id, String linkId) {
    return deleteReviewLink(id, linkId, RequestOptions.NONE);
  }

  /**
   * End a review link.
   *
   * <p>As {@link #deleteReviewLink(String, String)}.
   *
   * @param id Id of the analysis.
   * @param linkId Id of the link.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedReviewLink deleteReviewLink(String id, String linkId, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/analysis/" + ApiRequest.segment("id", id) + "/review-links/" + ApiRequest.segment("link_id", linkId)),
        DeletedReviewLink.class,
        options);
  }

  /**
   * List the corrections of an analysis.
   *
   * <p>Newest first, failed ones among them.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code read}.
   *
   * @param id Id of the analysis.
   * @return what the service answers
   */
  public PagedList<Correction> corrections(String id) {
    return corrections(id, RequestOptions.NONE);
  }

  /**
   * List the corrections of an analysis.
   *
   * <p>As {@link #corrections(String)}.
   *
   * @param id Id of the analysis.
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<Correction> corrections(String id, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/corrections"),
        "skip",
        Correction.class,
        options);
  }

  /**
   * Correct a transcript.
   *
   * <p>Puts speakers and words right. The transcript becomes the next version: findings, scores and metrics are
   * judged anew from it, without the recording, and change together with it; until then the version before stands.
   * Its evaluations are superseded and made anew by their revisions. Takes no audio minutes. A segment keeps its id
   * and its times, and none comes or goes.
   *
   * <p>An API key needs the scope {@code reviews:write}.
   *
   * <p>A review link opens it where it may {@code correct}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public Correction createCorrection(String id, CreateCorrectionParams params) {
    return createCorrection(id, params, RequestOptions.NONE);
  }

  /**
   * Correct a transcript.
   *
   * <p>As {@link #createCorrection(String, CreateCorrectionParams)}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Correction createCorrection(String id, CreateCorrectionParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/corrections").json(params),
        Correction.class,
        options);
  }

  /**
   * Get one correction.
   *
   * <p>For polling. Once it is {@code completed}, the analysis has the new version; a {@code failed} one says why.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * <p>A review link opens it where it may {@code read}.
   *
   * @param id Id of the analysis.
   * @param correctionId Id of the correction.
   * @return what the service answers
   */
  public Correction correction(String id, String correctionId) {
    return correction(id, correctionId, RequestOptions.NONE);
  }

  /**
   * Get one correction.
   *
   * <p>As {@link #correction(String, String)}.
   *
   * @param id Id of the analysis.
   * @param correctionId Id of the correction.
   * @param options cancellation
   * @return what the service answers
   */
  public Correction correction(String id, String correctionId, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/corrections/" + ApiRequest.segment("correction_id", correctionId)),
        Correction.class,
        options);
  }

  /**
   * Mask a completed analysis.
   *
   * <p>As {@link #redact(String, RedactAnalysisParams)}.
   *
   * @param id Id of the analysis.
   * @return what the service answers
   */
  public RedactedAnalysis redact(String id) {
    return redact(id, RedactAnalysisParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Mask a completed analysis.
   *
   * <p>For calls that were completed before they were to be masked. With the answer, the words and all quotations
   * are masked, all sentences about the call (summary, strengths, recommendations, descriptions, rationales) are
   * empty, and its recording is withheld; {@code redaction.status} is {@code processing}. A worker then masks the
   * recording, judges the call anew, and has its evaluations made anew by their own revisions, with the answers of
   * persons; the old ones are deleted. The versions of its transcript keep their numbers, and each is masked. Where
   * nothing new is to be masked, nothing is changed. Takes no audio minutes.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @return what the service answers
   */
  public RedactedAnalysis redact(String id, RedactAnalysisParams params) {
    return redact(id, params, RequestOptions.NONE);
  }

  /**
   * Mask a completed analysis.
   *
   * <p>As {@link #redact(String, RedactAnalysisParams)}.
   *
   * @param id Id of the analysis.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public RedactedAnalysis redact(String id, RedactAnalysisParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/analysis/" + ApiRequest.segment("id", id) + "/redact").json(params),
        RedactedAnalysis.class,
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
   * <p>As {@link #deliveries(String)}.
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
   * <p>As {@link #delivery(String, String)}.
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
   * <p>As {@link #redeliver(String, String)}.
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
