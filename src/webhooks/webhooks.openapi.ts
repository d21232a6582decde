// What webhooks add to the OpenAPI document: the requests that the service sends, and the place of the registration route.
import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { examplesOf } from '../calls/analysis-examples.js';
import { reviewExamplesOf } from '../calls/review-examples.js';
import { runExamplesOf } from '../scorecards/form/run-examples.js';
import type { WebhookEvent } from './event-table.js';
import { makeSampleAnalysis } from './samples/sample-analysis.js';
import { makeSampleBatch } from './samples/sample-batch.js';
import {
  makeSampleCalibration,
  makeSampleDispute,
  makeSampleErasure,
  makeSampleHold,
  makeSampleJudgeChange,
} from './samples/sample-dispute.js';
import { makeSampleEvaluation } from './samples/sample-evaluation.js';
import { makeSampleExport } from './samples/sample-export.js';
import { makeSampleRedaction } from './samples/sample-redaction.js';
import { eventBody } from './sending/event-body.js';
import {
  AnalysisCompletedEvent,
  AnalysisCorrectedEvent,
  AnalysisFailedEvent,
  AnalysisRedactedEvent,
  AnalysisReviewedEvent,
  BatchCompletedEvent,
  BatchWaitingEvent,
  CalibrationClosedEvent,
  DisputeOpenedEvent,
  DisputeResolvedEvent,
  ErasureCompletedEvent,
  EvaluationAcknowledgedEvent,
  EvaluationCompletedEvent,
  ExportCompletedEvent,
  HoldReleasedEvent,
  RedactionCompletedEvent,
  RescoreCompletedEvent,
  ScorecardDriftEvent,
} from './webhooks.notifications.js';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
});

const HEADERS = [
  header(
    'webhook-id',
    'The same in every attempt: ignore ids that you have already processed.',
    'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was sent, Unix seconds. Reject it if it is more than five minutes off.',
    '1790000000',
  ),
  header(
    'webhook-signature',
    'HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`; for a day after a rotation two, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** The class of what is sent, by event. */
const EVENTS: Readonly<Record<WebhookEvent, Type>> = {
  'analysis.completed': AnalysisCompletedEvent,
  'analysis.failed': AnalysisFailedEvent,
  'analysis.reviewed': AnalysisReviewedEvent,
  'analysis.corrected': AnalysisCorrectedEvent,
  'analysis.redacted': AnalysisRedactedEvent,
  'evaluation.completed': EvaluationCompletedEvent,
  'evaluation.acknowledged': EvaluationAcknowledgedEvent,
  'dispute.opened': DisputeOpenedEvent,
  'dispute.resolved': DisputeResolvedEvent,
  'rescore.completed': RescoreCompletedEvent,
  'redaction.completed': RedactionCompletedEvent,
  'export.completed': ExportCompletedEvent,
  'batch.completed': BatchCompletedEvent,
  'batch.waiting': BatchWaitingEvent,
  'calibration.closed': CalibrationClosedEvent,
  'scorecard.drift': ScorecardDriftEvent,
  'hold.released': HoldReleasedEvent,
  'erasure.completed': ErasureCompletedEvent,
};

const notification = (
  event: WebhookEvent,
  examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>,
  operationId: string,
  summary: string,
  description: string,
) => ({
  post: {
    operationId,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: getSchemaPath(EVENTS[event]) }, examples } },
    },
    responses: {
      '2XX': { description: 'Received. The response body is ignored.' },
      '410': { description: 'You do not want this event: the delivery fails and is not retried.' },
      '4XX': { description: 'Not received: retried for up to three days.' },
      '5XX': { description: 'Not received: retried for up to three days.' },
    },
  },
});

const SAMPLE_URL = 'https://hooks.example.com/calls';
const SAMPLE_TIME = new Date(1_790_000_000_000);
const CALL_REDACTED: unknown = JSON.parse(
  eventBody(
    { event: 'analysis.redacted', id: 'evt_7c3e9a1b5d2f4e6a8b0c1d2e3f4a5b6c', createdAt: SAMPLE_TIME, livemode: true },
    { ...makeSampleAnalysis(SAMPLE_URL, SAMPLE_TIME, 'analysis.redacted'), livemode: true },
  ).toString(),
);

const JOB_COMPLETED = {
  event: 'redaction.completed',
  id: 'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f',
  created: 1790000000,
  livemode: true,
  data: { ...makeSampleRedaction(SAMPLE_URL, SAMPLE_TIME), livemode: true },
};

const EXPORT_COMPLETED = {
  event: 'export.completed',
  id: 'evt_4c9e6f1a2b3c4d5e6f2f1d0c5e8b7a4d',
  created: 1790000000,
  livemode: true,
  data: { ...makeSampleExport('https://hooks.example.com/exports', new Date(1_790_000_000_000)), livemode: true },
};

const BATCH_COMPLETED = {
  event: 'batch.completed',
  id: 'evt_5d0f7a2b3c4d5e6f7a3a2e1d6f9c8b5e',
  created: 1790000000,
  livemode: true,
  data: { ...makeSampleBatch('https://hooks.example.com/batches', SAMPLE_TIME, 'completed'), livemode: true },
};

const BATCH_WAITING = {
  event: 'batch.waiting',
  id: 'evt_6e1a8b3c4d5e6f7a8b4b3f2e7a0d9c6f',
  created: 1790000000,
  livemode: true,
  data: { ...makeSampleBatch('https://hooks.example.com/batches', SAMPLE_TIME, 'waiting_for_quota'), livemode: true },
};

/** A notification as in live mode, of a made-up object. */
const liveExample = (event: WebhookEvent, eventId: string, data: object) => ({
  event,
  id: eventId,
  created: 1790000000,
  livemode: true,
  data: { ...data, livemode: true },
});

const EVALUATION_ACKNOWLEDGED = liveExample('evaluation.acknowledged', 'evt_7f2b9c4d5e6f7a8b9c5c4a3f8b1e0d7a', {
  ...makeSampleEvaluation(SAMPLE_TIME),
  acknowledged: { at: 1790000000, note: 'I will say it earlier.' },
});
const DISPUTE_OPENED = liveExample(
  'dispute.opened',
  'evt_8a3c0d5e6f7a8b9c0d6d5b4a9c2f1e8b',
  makeSampleDispute(SAMPLE_TIME, 'open'),
);
const DISPUTE_RESOLVED = liveExample(
  'dispute.resolved',
  'evt_9b4d1e6f7a8b9c0d1e7e6c5b0d3a2f9c',
  makeSampleDispute(SAMPLE_TIME, 'resolved'),
);
const CALIBRATION_CLOSED = liveExample(
  'calibration.closed',
  'evt_0c5e2f7a8b9c0d1e2f8f7d6c1e4b3a0d',
  makeSampleCalibration(SAMPLE_TIME),
);
const HOLD_RELEASED = liveExample('hold.released', 'evt_1d6f3a8b9c0d1e2f3a9a8e7d2f5c4b1e', makeSampleHold(SAMPLE_TIME));
const ERASURE_COMPLETED = liveExample(
  'erasure.completed',
  'evt_2e7a4b9c0d1e2f3a9b0f8e3a6d5c2f4b',
  makeSampleErasure(SAMPLE_TIME),
);

const SCORECARD_DRIFT = liveExample(
  'scorecard.drift',
  'evt_1d6f3a8b9c0d1e2f3a9a8e7d2f5c4b1e',
  makeSampleJudgeChange(SAMPLE_TIME),
);

/** The requests that the service sends, for the `webhooks` of the OpenAPI document. */
export const NOTIFICATIONS = {
  webhooks: {
    'analysis.completed': notification(
      'analysis.completed',
      examplesOf('completedNotification'),
      'onAnalysisCompleted',
      'An analysis is completed',
      'Sent to the `webhook_url` of the analysis, if it has one. Nothing is sent in test mode.',
    ),
    'analysis.failed': notification(
      'analysis.failed',
      examplesOf('failedNotification'),
      'onAnalysisFailed',
      'An analysis has failed',
      'Sent only if `webhook_events` includes it.',
    ),
    'analysis.reviewed': notification(
      'analysis.reviewed',
      reviewExamplesOf('reviewedNotification'),
      'onAnalysisReviewed',
      'An analysis is reviewed',
      'Sent only if `webhook_events` includes it, once for each review and each reviewer’s answer.',
    ),
    'analysis.corrected': notification(
      'analysis.corrected',
      reviewExamplesOf('correctedNotification'),
      'onAnalysisCorrected',
      'The transcript of an analysis is corrected',
      'Sent only if `webhook_events` includes it, once the corrected transcript is evaluated.',
    ),
    'analysis.redacted': notification(
      'analysis.redacted',
      { redacted: { summary: 'Masked', value: CALL_REDACTED } },
      'onAnalysisRedacted',
      'A completed analysis is masked',
      'Sent only if `webhook_events` includes it, once the masked call is evaluated again: replace what you have ' +
        'stored of it.',
    ),
    'evaluation.completed': notification(
      'evaluation.completed',
      runExamplesOf('evaluationNotification'),
      'onEvaluationCompleted',
      'An evaluation is completed',
      'Sent to the `webhook_url` of the evaluated analysis, only if its `webhook_events` includes it. Not sent ' +
        'for evaluations of a re-scoring job, and not again after a reviewer’s answer.',
    ),
    'evaluation.acknowledged': notification(
      'evaluation.acknowledged',
      { acknowledged: { summary: 'Acknowledged', value: EVALUATION_ACKNOWLEDGED } },
      'onEvaluationAcknowledged',
      'An evaluation is acknowledged',
      'Sent only if `webhook_events` of the call includes it, or an endpoint asks for it.',
    ),
    'dispute.opened': notification(
      'dispute.opened',
      { opened: { summary: 'Opened', value: DISPUTE_OPENED } },
      'onDisputeOpened',
      'A dispute is opened',
      'Sent only if `webhook_events` of the call includes it, or an endpoint asks for it.',
    ),
    'dispute.resolved': notification(
      'dispute.resolved',
      { resolved: { summary: 'Overturned', value: DISPUTE_RESOLVED } },
      'onDisputeResolved',
      'A dispute is resolved',
      'Sent only if `webhook_events` of the call includes it, or an endpoint asks for it.',
    ),
    'rescore.completed': notification(
      'rescore.completed',
      runExamplesOf('rescoreNotification'),
      'onRescoreCompleted',
      'Past calls are re-scored',
      'Sent to the `webhook_url` of the rescore, if it has one.',
    ),
    'redaction.completed': notification(
      'redaction.completed',
      { completed: { summary: 'Completed', value: JOB_COMPLETED } },
      'onRedactionCompleted',
      'Past calls are masked',
      'Sent to the `webhook_url` of the redaction, if it has one.',
    ),
    'export.completed': notification(
      'export.completed',
      { completed: { summary: 'Completed', value: EXPORT_COMPLETED } },
      'onExportCompleted',
      'An export is completed',
      'Sent to the `webhook_url` of the export, if it has one, when it is completed or has failed; see ' +
        '`data.status`. `data.url` is null, because anyone with the link can open the file: get a link from `GET ' +
        '/exports/{id}`.',
    ),
    'batch.completed': notification(
      'batch.completed',
      { completed: { summary: 'Completed', value: BATCH_COMPLETED } },
      'onBatchCompleted',
      'A batch has ended',
      'Sent to the `webhook_url` of the batch, if it has one, when all lines are done, or the manifest could not ' +
        'be downloaded or read. See `data.status`.',
    ),
    'batch.waiting': notification(
      'batch.waiting',
      { waiting: { summary: 'Waiting', value: BATCH_WAITING } },
      'onBatchWaiting',
      'A batch waits for minutes',
      'Sent to the `webhook_url` of the batch, if it has one, when no minutes are left for its next line; at ' +
        'most once in 24 hours. The batch continues automatically with the next period or plan.',
    ),
    'calibration.closed': notification(
      'calibration.closed',
      { closed: { summary: 'Closed', value: CALIBRATION_CLOSED } },
      'onCalibrationClosed',
      'A calibration session is closed',
      'Sent to endpoints that ask for it, when a session is closed by a request or at its `due_at`. `data.agreement` is null ' +
        'where a call was deleted since: the figures are counted again when the session is read.',
    ),
    'scorecard.drift': notification(
      'scorecard.drift',
      { changed: { summary: 'Changed', value: SCORECARD_DRIFT } },
      'onScorecardDrift',
      'The judge of a scorecard has changed',
      'Sent to endpoints that ask for it, once a change, when the calls that a scorecard watches are answered otherwise than ' +
        'by the judge before, beyond its own noise. From then on the new judge is the one to compare with.',
    ),
    'hold.released': notification(
      'hold.released',
      { released: { summary: 'Released', value: HOLD_RELEASED } },
      'onHoldReleased',
      'A hold is released',
      'Sent to endpoints that ask for it, when a hold is released by a request or at its `until`.',
    ),
    'erasure.completed': notification(
      'erasure.completed',
      { completed: { summary: 'Completed', value: ERASURE_COMPLETED } },
      'onErasureCompleted',
      'An erasure is completed',
      'Sent to endpoints that ask for it, when nothing is left of what was to be erased. `data.receipt` is signed.',
    ),
  } satisfies Readonly<Record<WebhookEvent, unknown>>,
  extraModels: Object.values(EVENTS),
};

/** Puts `POST /analysis/{id}/webhook` and its request beside the other routes of an analysis, where readers look for it. */
export function placeRegistrationBesideAnalysis(document: OpenAPIObject): OpenAPIObject {
  const { paths, components } = document;
  return {
    ...document,
    paths: moveBehind(paths, '/analysis/{id}/webhook', '/analysis/{id}/transcript'),
    components: {
      ...components,
      schemas: moveBehind(components?.schemas ?? {}, 'RegisterWebhookRequest', 'AnalysisList'),
    },
  };
}

function moveBehind<Value>(members: Readonly<Record<string, Value>>, name: string, neighbour: string) {
  const others = Object.entries(members).filter(([each]) => each !== name);
  const moved = Object.entries(members).filter(([each]) => each === name);
  const at = others.findIndex(([each]) => each === neighbour) + 1;
  return Object.fromEntries([...others.slice(0, at), ...moved, ...others.slice(at)]);
}
