// Makes one signed event on request, so that clients can try a receiver: of a made-up analysis, before they have a call, or of
// one of theirs. It is neither recorded nor retried. With a test key it is not sent either.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AnalysisFacts } from '../analysis/analysis-json.js';
import { AnalysisReader } from '../analysis/analysis-reader.js';
import { forbidden, invalid, type ValidationItem } from '../platform/errors/api-error.js';
import { valueError } from '../platform/errors/validation-messages.js';
import type { Caller } from '../platform/http/access/caller.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { eventBody } from './event-body.js';
import { makeSampleAnalysis } from './sample-analysis.js';
import { type OutgoingEvent, type SignedRequest, signRequest } from './signed-request.js';
import type { WebhookEvent } from './webhook-events.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type SendOutcome, WebhookSender } from './webhook-sender.js';

export interface WantedSample {
  readonly url: string;
  /** The member of the body that held the URL, for the 422. */
  readonly urlField: string;
  readonly event: WebhookEvent;
  /** Null for a made-up analysis. */
  readonly analysisId: string | null;
}

/** The event of a live analysis has a valid signature, and a receiver might take it for a notification. */
export const sampleOfLiveMode = () =>
  forbidden('This analysis is of live mode. Use a live API key or an access token.');

const otherEvent = (event: WebhookEvent): ValidationItem => ({
  type: 'value_error',
  loc: ['body', 'analysis_id'],
  msg: valueError(`the analysis must be ${statusOf(event)} for the event ${event}`),
});

const statusOf = (event: WebhookEvent) => event.slice('analysis.'.length);

@Injectable()
export class SampleEvent {
  constructor(
    private readonly door: OutboundDoor,
    private readonly reader: AnalysisReader,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * @param eventId the same for repeats of one request, so that a receiver that gets the sample twice can drop the second
   * @throws ApiError 403 for a live analysis and a test key; 404; 422 when the URL may not be used, or the analysis is in
   *   another state than the event tells of
   */
  async make(
    { accountId, livemode }: Caller,
    { url, urlField, event, analysisId }: WantedSample,
    eventId = randomUUID().replaceAll('-', ''),
  ): Promise<OutgoingEvent> {
    const fault = this.door.check(url, { livemode });
    if (fault) throw invalid([{ type: fault.type, loc: ['body', urlField], msg: fault.msg }]);
    const createdAt = new Date();
    const analysis: AnalysisFacts =
      analysisId === null ? makeSampleAnalysis(url, createdAt, event) : await this.reader.getRow(accountId, analysisId);
    if (analysis.livemode && !livemode) throw sampleOfLiveMode();
    if (analysis.status !== statusOf(event)) throw invalid([otherEvent(event)]);
    const id = `evt_test_${eventId}`;
    const body = eventBody({ event, id, createdAt, livemode: false }, analysis);
    return { url, id, body, secrets: await this.secrets.getForSigning(accountId) };
  }

  send({ accountId }: Caller, event: OutgoingEvent): Promise<SendOutcome> {
    return this.sender.send(accountId, event);
  }

  /** What `send` would send now. */
  show(event: OutgoingEvent): SignedRequest {
    return signRequest(event, new Date());
  }
}
