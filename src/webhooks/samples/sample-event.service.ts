// Makes one signed event on request, so that clients can test a receiver: for an invented analysis, before they have a call, or
// for one of theirs. It is neither recorded nor retried. With a test key it is not sent either.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mayChange } from '../../access/rights.js';
import type { AnalysisRow } from '../../calls/analysis-json.js';
import { AnalysisReader } from '../../calls/analysis-reader.js';
import { queryRow } from '../../platform/database/sql.js';
import { forbidden, invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import {
  EVALUATION_COLUMNS,
  EVALUATION_JOINS,
  type EvaluationRow,
  evaluationJson,
} from '../../scorecards/evaluations/evaluation-json.js';
import { REVIEW_COLUMNS, type ReviewRow, reviewJson } from '../../wire/review-json.js';
import { type AnalysisEvent, EVENT_TABLE, type WebhookEvent } from '../event-table.js';
import { type EventHead, eventBody, textEventBody } from '../sending/event-body.js';
import { type OutgoingEvent, type SignedRequest, signRequest } from '../sending/signed-request.js';
import { type SendOutcome, WebhookSender } from '../sending/webhook-sender.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import { makeSampleAnalysis } from './sample-analysis.js';
import { makeSampleBatch } from './sample-batch.js';
import {
  makeSampleCalibration,
  makeSampleDispute,
  makeSampleErasure,
  makeSampleHold,
  makeSampleJudgeChange,
} from './sample-dispute.js';
import { makeSampleEvaluation } from './sample-evaluation.js';
import { makeSampleExport } from './sample-export.js';
import { makeSampleRedaction } from './sample-redaction.js';
import { makeSampleRescore } from './sample-rescore.js';
import { makeSampleCorrection, makeSampleReview } from './sample-review.js';

export interface WantedSample {
  readonly url: string;
  /** Member of the body with the URL, for the 422. */
  readonly urlField: string;
  readonly event: WebhookEvent;
  /** Null for an invented analysis. */
  readonly analysisId: string | null;
}

/** Refusal for a live analysis: its event has a valid signature, and a receiver might take it for a notification. */
export const sampleOfLiveMode = () =>
  forbidden('This analysis is of live mode. Use a live API key or an access token.');

const otherAnalysis = (problem: string): ValidationItem => ({
  type: 'value_error',
  loc: ['body', 'analysis_id'],
  msg: valueError(problem),
});
const wrongState = (event: AnalysisEvent) =>
  otherAnalysis(`the analysis must be ${EVENT_TABLE[event].status} for the event ${event}`);
const NOT_EVALUATED = otherAnalysis('the analysis must have a completed evaluation for the event evaluation.completed');

const NOT_REVIEWED = otherAnalysis('the analysis must have a review for the event analysis.reviewed');
const notOfOwn = (event: WebhookEvent) => otherAnalysis(`the event ${event} has a sample of a made-up analysis only`);

const noAnalysis = (event: WebhookEvent) => otherAnalysis(`the event ${event} tells of no analysis`);

const NEWEST_EVALUATION = `SELECT ${EVALUATION_COLUMNS} FROM evaluation e ${EVALUATION_JOINS}
  WHERE e.analysis_id = $1 AND e.account_id = $2 AND e.status = 'completed' ORDER BY e.created_at DESC, e.id DESC LIMIT 1`;

const NEWEST_REVIEW = `SELECT ${REVIEW_COLUMNS} FROM review
  WHERE analysis_id = $1 AND account_id = $2 ORDER BY created_at DESC, seq DESC LIMIT 1`;

interface SampleOf {
  readonly url: string;
  readonly caller: Caller;
  /** Null for an invented analysis. */
  readonly analysis: AnalysisRow | null;
}
type MakeBody = (head: EventHead, of: SampleOf) => Promise<Buffer>;

@Injectable()
export class SampleEvent {
  private readonly bodies: Readonly<Record<WebhookEvent, MakeBody>> = {
    'analysis.completed': this.bodyOfAnalysis('analysis.completed'),
    'analysis.failed': this.bodyOfAnalysis('analysis.failed'),
    'analysis.reviewed': async (head, { url, caller, analysis }) => {
      if (analysis) return eventBody(head, analysis, await this.newestReview(caller, analysis.id));
      const review = JSON.stringify(makeSampleReview(head.createdAt));
      return eventBody(head, makeSampleAnalysis(url, head.createdAt, 'analysis.reviewed'), review);
    },
    'analysis.corrected': async (head, { url, analysis }) => {
      if (analysis) throw invalid([notOfOwn('analysis.corrected')]);
      const correction = JSON.stringify(makeSampleCorrection(head.createdAt));
      return eventBody(head, makeSampleAnalysis(url, head.createdAt, 'analysis.corrected'), correction);
    },
    'analysis.redacted': this.bodyOfAnalysis('analysis.redacted'),
    'evaluation.completed': async (head, { caller, analysis }) => {
      if (analysis) return textEventBody(head, await this.newestEvaluation(caller, analysis.id));
      return textEventBody(head, JSON.stringify(makeSampleEvaluation(head.createdAt)));
    },
    'evaluation.acknowledged': async (head, { analysis }) => {
      if (analysis) throw invalid([notOfOwn('evaluation.acknowledged')]);
      const acknowledged = { at: Math.floor(head.createdAt.getTime() / 1000), note: null };
      return textEventBody(head, JSON.stringify({ ...makeSampleEvaluation(head.createdAt), acknowledged }));
    },
    'dispute.opened': async (head, { analysis }) => {
      if (analysis) throw invalid([notOfOwn('dispute.opened')]);
      return textEventBody(head, JSON.stringify(makeSampleDispute(head.createdAt, 'open')));
    },
    'dispute.resolved': async (head, { analysis }) => {
      if (analysis) throw invalid([notOfOwn('dispute.resolved')]);
      return textEventBody(head, JSON.stringify(makeSampleDispute(head.createdAt, 'resolved')));
    },
    'rescore.completed': async (head, { url, analysis }) => {
      if (analysis) throw invalid([noAnalysis('rescore.completed')]);
      return textEventBody(head, JSON.stringify(makeSampleRescore(url, head.createdAt)));
    },
    'redaction.completed': async (head, { url, analysis }) => {
      if (analysis) throw invalid([noAnalysis('redaction.completed')]);
      return textEventBody(head, JSON.stringify(makeSampleRedaction(url, head.createdAt)));
    },
    'export.completed': async (head, { url, analysis }) => {
      if (analysis) throw invalid([noAnalysis('export.completed')]);
      return textEventBody(head, JSON.stringify(makeSampleExport(url, head.createdAt)));
    },
    'batch.completed': async (head, { url, analysis }) => {
      if (analysis) throw invalid([noAnalysis('batch.completed')]);
      return textEventBody(head, JSON.stringify(makeSampleBatch(url, head.createdAt, 'completed')));
    },
    'batch.waiting': async (head, { url, analysis }) => {
      if (analysis) throw invalid([noAnalysis('batch.waiting')]);
      return textEventBody(head, JSON.stringify(makeSampleBatch(url, head.createdAt, 'waiting_for_quota')));
    },
    'calibration.closed': async (head, { analysis }) => {
      if (analysis) throw invalid([noAnalysis('calibration.closed')]);
      return textEventBody(head, JSON.stringify(makeSampleCalibration(head.createdAt)));
    },
    'scorecard.drift': async (head, { analysis }) => {
      if (analysis) throw invalid([noAnalysis('scorecard.drift')]);
      return textEventBody(head, JSON.stringify(makeSampleJudgeChange(head.createdAt)));
    },
    'hold.released': async (head, { analysis }) => {
      if (analysis) throw invalid([noAnalysis('hold.released')]);
      return textEventBody(head, JSON.stringify(makeSampleHold(head.createdAt)));
    },
    'erasure.completed': async (head, { analysis }) => {
      if (analysis) throw invalid([noAnalysis('erasure.completed')]);
      return textEventBody(head, JSON.stringify(makeSampleErasure(head.createdAt)));
    },
  };

  constructor(
    private readonly dataSource: DataSource,
    private readonly door: OutboundDoor,
    private readonly reader: AnalysisReader,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * @param eventId the same for retries of one request, so that a receiver that gets the sample twice can drop the second
   * @throws ApiError 403 for a live analysis and a test key; 404; 422 when the URL may not be used, or the state of the analysis
   *   does not match the event
   */
  async make(caller: Caller, wanted: WantedSample, eventId = randomUUID().replaceAll('-', '')): Promise<OutgoingEvent> {
    const { url, urlField, event } = wanted;
    const fault = this.door.check(url, { livemode: caller.livemode });
    if (fault) throw invalid([{ type: fault.type, loc: ['body', urlField], msg: fault.msg }]);
    const id = `evt_test_${eventId}`;
    const body = await this.makeBody(caller, wanted, { event, id, createdAt: new Date(), livemode: false });
    return { url, id, body, secrets: await this.secrets.getForSigning(caller.accountId) };
  }

  /**
   * Makes an event of an invented analysis for an endpoint of the account: unsigned, since endpoints have secrets of their own.
   */
  async madeUp(
    caller: Caller,
    { url, event }: Pick<WantedSample, 'url' | 'event'>,
    eventId = randomUUID().replaceAll('-', ''),
  ): Promise<{ readonly head: EventHead; readonly body: Buffer }> {
    const head = { event, id: `evt_test_${eventId}`, createdAt: new Date(), livemode: false };
    return { head, body: await this.bodies[event](head, { url, caller, analysis: null }) };
  }

  private async makeBody(caller: Caller, { event, url, analysisId }: WantedSample, head: EventHead): Promise<Buffer> {
    const analysis = analysisId === null ? null : await this.reader.getRow(caller.accountId, analysisId);
    if (analysis && !mayChange(caller, analysis)) throw sampleOfLiveMode();
    return this.bodies[event](head, { url, caller, analysis });
  }

  private bodyOfAnalysis(event: AnalysisEvent): MakeBody {
    return async (head, { url, analysis }) => {
      if (analysis && analysis.status !== EVENT_TABLE[event].status) throw invalid([wrongState(event)]);
      return eventBody(head, analysis ?? makeSampleAnalysis(url, head.createdAt, event));
    };
  }

  private async newestEvaluation({ accountId }: Caller, analysisId: string): Promise<string> {
    const found = await queryRow<EvaluationRow>(this.dataSource, NEWEST_EVALUATION, [analysisId, accountId]);
    if (!found) throw invalid([NOT_EVALUATED]);
    return evaluationJson(found);
  }

  private async newestReview({ accountId }: Caller, analysisId: string): Promise<string> {
    const found = await queryRow<ReviewRow>(this.dataSource, NEWEST_REVIEW, [analysisId, accountId]);
    if (!found) throw invalid([NOT_REVIEWED]);
    return reviewJson(found);
  }

  send({ accountId }: Caller, event: OutgoingEvent): Promise<SendOutcome> {
    return this.sender.send(accountId, event);
  }

  /** The request that `send` makes at this time. */
  show(event: OutgoingEvent, at: Date): SignedRequest {
    return signRequest(event, at);
  }
}
