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
   * Retry a failed analysis.
   *
   * <p>Possible if {@code metadata.retryable} is true: its recording is stored, or was never stored and can be
   * downloaded again. Minutes are reserved again under the current plan, and the analysis is {@code processing}
   * again; its new result is notified like the first. What was transcribed before the failure is not transcribed
   * again, unless the speech engine was changed since. A completed analysis whose {@code not_judged_reason} is
   * {@code too_long_for_model} or {@code unusable_answer} is evaluated again from its transcript: it stays {@code
   * completed}, uses no minutes, is not {@code retryable} meanwhile, and {@code analysis.completed} is sent again
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
   * Retry a failed analysis.
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
   * <p>For polling. {@code progress} is its progress; if it {@code failed}, see {@code metadata.error_message} and
   * {@code error_code}.
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
   * <p>For polling. {@code progress} is its progress; if it {@code failed}, see {@code metadata.error_message} and
   * {@code error_code}.
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
   * <p>Deletes the record, the transcript and the audio. Billed minutes stay billed. An analysis in progress is
   * billed for the minutes already sent to a provider; if nothing was sent, its minutes are released. One that is
   * held is not deleted.
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
   * <p>Replaces the URL. If the analysis is already completed, the notification is sent immediately; in test mode
   * it is recorded but never sent. A test key cannot register one for a live analysis.
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
   * <p>Data for drawing the waveform, in the JSON format of audiowaveform, which peaks.js and wavesurfer.js read.
   * The number of pixels does not grow with the length of the call. 404 until the analysis is completed, and if
   * there is no waveform: for scenarios and for recordings from an early release.
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
   * <p>Redirects to a link that needs no credentials and expires. {@code variant=original} gives the original
   * recording, for five minutes: an API key then needs the scope {@code recordings:original} instead of {@code
   * analysis:read}, which a key has only if it was requested by name, and a member needs {@code
   * recordings_original}; review links cannot open it; and every access is logged. A deleted original, or one that
   * is still to be masked, is 404. {@code rendition=play} gives a version that all browsers play, for a masked call
   * made from the masked recording.
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
   * Get the provenance of an analysis.
   *
   * <p>As {@link #provenance(String, GetProvenanceParams)}.
   *
   * @param id Its id.
   * @return what the service answers
   */
  public Provenance provenance(String id) {
    return provenance(id, GetProvenanceParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Get the provenance of an analysis.
   *
   * <p>Which engines, versions and people made the result, and who read the original recording. Without words of
   * the call. {@code format=signed} is a certificate: it can be checked offline, with the public keys alone.
   *
   * <p>An API key needs the scope {@code analysis:read}.
   *
   * @param id Its id.
   * @param params what to send
   * @return what the service answers
   */
  public Provenance provenance(String id, GetProvenanceParams params) {
    return provenance(id, params, RequestOptions.NONE);
  }

  /**
   * Get the provenance of an analysis.
   *
   * <p>As {@link #provenance(String, GetProvenanceParams)}.
   *
   * @param id Its id.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public Provenance provenance(String id, GetProvenanceParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/analysis/" + ApiRequest.segment("id", id) + "/provenance").query(params),
        Provenance.class,
        options);
  }

  /**
   * Search transcripts.
   *
   * <p>Completed calls in which the words were said, newest first, each with up to three matches. The current
   * transcript is searched, with corrections and without masked words. A phrase search takes 600 ms at most and
   * reports how far back it went.
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
   * Search transcripts.
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
   * <p>An HTML page with waveform, transcript, findings with quotes as evidence, scores and billed minutes. Click a
   * quote to play it. 404 until the analysis is completed.
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
   * Create a report link.
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
   * Create a report link.
   *
   * <p>Anyone with the link can view the report and play the recording, without credentials, until it expires or
   * the analysis is deleted. Revoking the key that created it does not revoke the link; {@code DELETE
   * /analysis/{id}/report-link} does. A test key creates links to test analyses only.
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
   * Create a report link.
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
   * Revoke all report links.
   *
   * <p>Revokes all report links of this analysis, whichever key created them; new ones can be created. A page that
   * is already open stays open, and can play the recording for an hour at most.
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
   * Revoke all report links.
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
   * <p>Newest first, including expired ones, without revoked ones.
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
   * Create a review link.
   *
   * <p>Anyone with the link can view and play this one call, and review or correct it if the link allows it, until
   * it expires or is revoked. Revoking the key that created it does not revoke the link; disabling or deleting the
   * member does. A key also needs the scope {@code analysis:read}, because the link can read. A call can have 100
   * active links. A test key creates links to test analyses only.
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
   * Create a review link.
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
   * Revoke a review link.
   *
   * <p>Takes effect immediately, for the link and all its access tokens. Reviews and corrections made with it stay.
   * The recording on an open page can be played for an hour at most.
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
   * Revoke a review link.
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
   * <p>Corrects speakers and words. The correction creates the next version of the transcript: findings, scores and
   * metrics are evaluated again from it, without the recording, and change together with it; until then the
   * previous version stays in effect. Evaluations are superseded and repeated with the same revisions. Uses no
   * audio minutes. Segments keep their ids and times; none are added or removed.
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
   * <p>For polling. Once it is {@code completed}, the analysis has the new version; if it {@code failed}, the
   * reason is given.
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
   * <p>For calls completed before masking was set up. When the response is sent, words and quotes are masked, all
   * sentences about the call (summary, strengths, recommendations, descriptions, rationales) are empty, and the
   * recording is withheld; {@code redaction.status} is {@code processing}. A worker then masks the recording,
   * evaluates the call again, and repeats its evaluations with the same revisions and reviewers’ answers; the old
   * ones are deleted. All versions of the transcript keep their numbers and are masked. If there is nothing new to
   * mask, nothing changes. Uses no audio minutes.
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
   * <p>Deliveries of the analysis and its evaluations: newest first, each with all attempts.
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
   * Get one delivery.
   *
   * <p>Includes all attempts. For a test mode delivery, which is never sent, {@code request} is the signed request
   * that would be sent now: use it to test your receiver. Null for live deliveries.
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
   * Get one delivery.
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
   * Resend a delivery.
   *
   * <p>Sent immediately with the same {@code webhook-id} and a new retry schedule.
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
   * Resend a delivery.
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
