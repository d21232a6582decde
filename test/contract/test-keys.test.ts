// Every route that writes, with a test key on live objects: a test key changes only what is of test mode. The list of routes
// comes from the OpenAPI document, so that a new one fails here until it says what a test key may do with it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../src/access/scopes.js';
import { writtenForm } from '../scorecards/written-forms.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type ModeObjects, storeModeObjects } from '../support/builders/mode-objects.js';
import { enginesOfRules } from '../support/builders/tried-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { document, type Route } from '../support/clients/responses.js';

const REFUSED = { detail: 'A test key cannot change live objects' };
const SOURCE = {
  name: 'Berlin',
  kind: 's3',
  bucket: 'acme-recordings',
  // Nothing answers there.
  endpoint: 'http://127.0.0.1:1999',
  credentials: { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'EXAMPLE' },
  naming: { preset: 'amazon_connect' },
};
const FORM = writtenForm('opening 100: notice 10', {});

let service: TestService;
let account: Account;
let ask: Ask;
let testKey: string;
let live: ModeObjects;
let test: ModeObjects;
let endpoints: { readonly live: string; readonly test: string };
let sources: { readonly live: string; readonly test: string };

beforeAll(async () => {
  // No worker runs, so that nothing but the requests changes a row.
  service = await startTestService({ PROCESS: 'api', ENGINES_FILE: await enginesOfRules() });
  account = await service.openAccount();
  ask = askAs(service, account);
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test', scopes: [...KEY_SCOPES] } })).body.key;
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  live = await storeModeObjects(service.db, rows[0].id, true);
  test = await storeModeObjects(service.db, rows[0].id, false);
  const json = { url: 'https://example.com/hook', events: ['*'] };
  const ofLive = await ask('/webhooks/endpoints', { json });
  const ofTest = await ask('/webhooks/endpoints', { json, credential: testKey });
  endpoints = { live: ofLive.body.id, test: ofTest.body.id };
  const liveSource = await ask('/sources', { json: SOURCE });
  const testSource = await ask('/sources', { json: SOURCE, credential: testKey });
  sources = { live: liveSource.body.id, test: testSource.body.id };
});
afterAll(() => service?.stop());

interface Write {
  readonly path: (objects: ModeObjects) => string;
  readonly json?: (objects: ModeObjects) => object;
  /** Where it is another sentence. */
  readonly detail?: string;
}

const endpointPath = (objects: ModeObjects) =>
  `/webhooks/endpoints/${objects === live ? endpoints.live : endpoints.test}`;

const sourcePath = (objects: ModeObjects) => `/sources/${objects === live ? sources.live : sources.test}`;

/** By operation: the request that would change an object. Those that make or delete what others need come last. */
const CHANGES: Readonly<Record<string, Write>> = {
  registerWebhook: {
    path: ({ failedId }) => `/analysis/${failedId}/webhook`,
    json: () => ({ webhook_url: 'https://example.com/other' }),
  },
  retryAnalysis: { path: ({ failedId }) => `/analysis/${failedId}/retry` },
  redeliverWebhook: { path: ({ callId, deliveryId }) => `/analysis/${callId}/deliveries/${deliveryId}/redeliver` },
  createReportLink: { path: ({ callId }) => `/analysis/${callId}/report-link`, json: () => ({}) },
  deleteReportLinks: { path: ({ callId }) => `/analysis/${callId}/report-link` },
  createReviewLink: {
    path: ({ callId }) => `/analysis/${callId}/review-links`,
    json: () => ({ reviewer_id: 'mara', may: ['read'] }),
  },
  deleteReviewLink: { path: ({ callId, reviewLinkId }) => `/analysis/${callId}/review-links/${reviewLinkId}` },
  createEvaluation: {
    path: ({ otherCallId }) => `/analysis/${otherCallId}/evaluations`,
    json: ({ cardId }) => ({ scorecard_id: cardId }),
  },
  tryScorecardRevision: {
    path: ({ cardId }) => `/scorecards/${cardId}/revisions/1/try`,
    json: ({ callId }) => ({ analysis_ids: [callId] }),
  },
  checkScorecardRevision: {
    path: ({ cardId }) => `/scorecards/${cardId}/revisions/1/check`,
    json: ({ callId }) => ({ analysis_ids: [callId] }),
  },
  releaseReview: {
    path: ({ callId }) => `/review-queue/${callId}/release`,
    json: () => ({ reviewer_id: 'mara' }),
  },
  dismissReview: {
    path: ({ callId }) => `/review-queue/${callId}/dismiss`,
    json: () => ({ reviewer_id: 'mara' }),
  },
  // Either takes the call out of the queue.
  answerEvaluationQuestion: {
    path: ({ evaluationId }) => `/evaluations/${evaluationId}/answers/solved`,
    json: () => ({ answer: 'yes' }),
  },
  acknowledgeEvaluation: {
    path: ({ evaluationId }) => `/evaluations/${evaluationId}/acknowledge`,
    json: () => ({ agent_id: 'agent-7' }),
  },
  createDispute: {
    path: ({ evaluationId }) => `/evaluations/${evaluationId}/disputes`,
    json: () => ({ raised_by: 'agent-7', answers: [{ question: 'solved', claim: 'no', note: 'It was not.' }] }),
  },
  resolveDispute: {
    path: ({ disputeId }) => `/disputes/${disputeId}/resolve`,
    json: () => ({ reviewer_id: 'mara', decision: 'upheld', note: 'It was not.' }),
  },
  createCorrection: {
    path: ({ callId }) => `/analysis/${callId}/corrections`,
    json: () => ({ base_version: 1, swap_roles: true, reviewer_id: 'mara' }),
  },
  redactAnalysis: { path: ({ callId }) => `/analysis/${callId}/redact`, json: () => ({ preset: 'pci' }) },
  createReview: {
    path: ({ callId }) => `/analysis/${callId}/reviews`,
    json: () => ({ reviewer_id: 'mara' }),
  },
  createSample: {
    path: () => '/samples',
    json: (objects) => ({ count: 1, filter: { livemode: objects === live } }),
  },
  createHold: {
    path: () => '/holds',
    json: (objects) => ({
      name: 'claim',
      reason: 'A claim',
      filter: { livemode: objects === live, contact_id: 'no one' },
    }),
  },
  createErasure: {
    path: () => '/erasures',
    json: ({ callId }) => ({ analysis_ids: [callId], reason: 'A request', dry_run: true }),
  },
  releaseHold: { path: ({ holdId }) => `/holds/${holdId}/release`, json: () => ({ reason: 'Settled' }) },
  createCalibration: {
    path: () => '/calibrations',
    json: ({ cardId, callId }) => ({ scorecard_id: cardId, analysis_ids: [callId], reviewer_ids: ['mara', 'jonas'] }),
  },
  createCalibrationLink: {
    path: ({ calibrationId }) => `/calibrations/${calibrationId}/links`,
    json: () => ({ reviewer_id: 'mara' }),
  },
  deleteCalibrationLink: {
    path: ({ calibrationId, calibrationLinkId }) => `/calibrations/${calibrationId}/links/${calibrationLinkId}`,
  },
  rateCall: {
    path: ({ calibrationId, callId }) => `/calibrations/${calibrationId}/items/${callId}/ratings/mara`,
    json: () => ({ answers: [{ question: 'solved', answer: 'yes' }] }),
  },
  closeCalibration: { path: ({ calibrationId }) => `/calibrations/${calibrationId}/close` },
  cancelCalibration: { path: ({ otherCalibrationId }) => `/calibrations/${otherCalibrationId}/cancel` },
  createRescore: {
    path: () => '/rescores',
    json: (objects) => ({ scorecard_id: objects.cardId, filter: { livemode: objects === live } }),
  },
  cancelRescore: { path: ({ rescoreId }) => `/rescores/${rescoreId}/cancel` },
  cancelEngineTrial: { path: ({ trialId }) => `/engine-trials/${trialId}/cancel` },
  // An account has one at once.
  createEngineTrial: {
    path: () => '/engine-trials',
    json: ({ callId }) => ({ task: 'analysis', engines: ['strict', 'mild'], analysis_ids: [callId] }),
  },
  deleteEngineTrial: { path: ({ trialId }) => `/engine-trials/${trialId}` },
  createRedaction: {
    path: () => '/redactions',
    json: (objects) => ({ preset: 'pci', filter: { livemode: objects === live } }),
  },
  cancelRedaction: { path: ({ redactionId }) => `/redactions/${redactionId}/cancel` },
  resumeBatch: { path: ({ batchId }) => `/batches/${batchId}/resume` },
  cancelBatch: { path: ({ batchId }) => `/batches/${batchId}/cancel` },
  cancelExport: { path: ({ exportId }) => `/exports/${exportId}/cancel` },
  deleteExport: { path: ({ exportId }) => `/exports/${exportId}` },
  updateScorecard: { path: ({ cardId }) => `/scorecards/${cardId}`, json: () => ({ name: 'Other' }) },
  createScorecardRevision: { path: ({ cardId }) => `/scorecards/${cardId}/revisions`, json: () => FORM },
  updateScorecardRevision: { path: ({ cardId }) => `/scorecards/${cardId}/revisions/2`, json: () => FORM },
  publishScorecardRevision: { path: ({ cardId }) => `/scorecards/${cardId}/revisions/2/publish` },
  deleteScorecardRevision: { path: ({ cardId }) => `/scorecards/${cardId}/revisions/3` },
  archiveScorecard: { path: ({ cardId }) => `/scorecards/${cardId}` },
  updateEngineSettings: { path: () => '/settings/engines', json: () => ({ analysis: null }) },
  updateRedactionSettings: { path: () => '/settings/redaction', json: () => ({ preset: 'pci' }) },
  updateRetentionSettings: { path: () => '/settings/retention', json: () => ({ recordings_days: 30 }) },
  testWebhook: {
    path: () => '/webhooks/test',
    json: ({ callId }) => ({ webhook_url: 'https://example.com/hook', analysis_id: callId }),
    detail: 'This analysis is of live mode. Use a live API key or an access token.',
  },
  updateWebhookEndpoint: { path: endpointPath, json: () => ({ url: 'https://example.com/other', events: ['*'] }) },
  rotateWebhookEndpointSecret: { path: (objects) => `${endpointPath(objects)}/rotate` },
  testWebhookEndpoint: { path: (objects) => `${endpointPath(objects)}/test`, json: () => ({}) },
  recoverWebhookEndpoint: {
    path: (objects) => `${endpointPath(objects)}/recover`,
    json: () => ({ since: new Date().toISOString() }),
  },
  updateSource: { path: sourcePath, json: () => SOURCE },
  testSource: { path: (objects) => `${sourcePath(objects)}/test`, json: () => ({}) },
  pauseSource: { path: (objects) => `${sourcePath(objects)}/pause`, json: () => ({}) },
  resumeSource: { path: (objects) => `${sourcePath(objects)}/resume`, json: () => ({}) },
  rescanSource: { path: (objects) => `${sourcePath(objects)}/rescan`, json: () => ({}) },
  deleteSource: { path: sourcePath },
  deleteWebhookEndpoint: { path: endpointPath },
  deleteAnalysis: { path: ({ callId }) => `/analysis/${callId}` },
};
/** Of the account, and so of both modes. */
const OF_BOTH_MODES = ['updateEngineSettings', 'updateRedactionSettings', 'updateRetentionSettings'];
/** They change nothing that is there: what they make has the mode of the key. A claim passes over what is of live mode. */
const CREATES = [
  'createAnalysis',
  'createAnalysisFromUrl',
  'createBatch',
  'createEvidence',
  'createExport',
  'createScorecard',
  'claimReview',
  'createSource',
  'createUpload',
  'createWebhookEndpoint',
  'testNewSource',
];
/** An upload is there for its own mode alone: the tests of uploads try the other one. */
const OF_ONE_MODE = ['appendToUpload', 'endUpload'];

const writes = document.operations.filter(({ method }) => !['get', 'head'].includes(method));
const takesKey = ({ operation }: Route) => operation.security?.some((scheme) => 'api_key' in scheme) ?? false;
const tokenOnly = (route: Route) => (route.operation.security?.length ?? 0) > 0 && !takesKey(route);
const idOf = ({ operation }: Route) => operation.operationId ?? '';
const named = (route: Route) => [idOf(route), route] as const;
const byOrder = ([a]: readonly [string, Route], [b]: readonly [string, Route]) =>
  Object.keys(CHANGES).indexOf(a) - Object.keys(CHANGES).indexOf(b);
const changing = writes
  .filter((route) => idOf(route) in CHANGES)
  .map(named)
  .sort(byOrder);

const send = (route: Route, { path, json }: Write, objects: ModeObjects, credential: string) =>
  ask(path(objects), { method: route.method.toUpperCase(), ...(json && { json: json(objects) }), credential });

/** All that the account has of live mode. */
async function liveRows(): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  for (const table of [
    'analysis',
    'scorecard',
    'evaluation',
    'export',
    'erasure',
    'hold',
    'engine_trial',
    'redaction',
    'rescore',
    'sample',
    'calibration',
    'dispute',
    'webhook_delivery',
    'webhook_endpoint',
    'source',
    'review_link',
  ])
    rows[table] = (await service.db.query(`SELECT * FROM ${table} WHERE livemode ORDER BY id`)).rows;
  rows.settings = (await service.db.query('SELECT * FROM redaction_settings ORDER BY account_id')).rows;
  rows.tasks = (await service.db.query('SELECT * FROM review_task WHERE livemode ORDER BY analysis_id')).rows;
  rows.revisions = (
    await service.db.query(
      `SELECT r.* FROM scorecard_revision r JOIN scorecard s ON s.id = r.scorecard_id WHERE s.livemode ORDER BY s.id, r.number`,
    )
  ).rows;
  return rows;
}

describe('every route that writes', () => {
  it('is listed here with what a test key may do [scorecards 3]', () => {
    const listed = [...Object.keys(CHANGES), ...CREATES, ...OF_ONE_MODE].sort();
    expect(writes.filter(takesKey).map(idOf).sort()).toEqual(listed);
  });

  it.each(writes.filter(tokenOnly).map(named))('%s is refused to every key', async (_, route) => {
    const path = route.path.replace(/\{\w+\}/g, () => randomUUID());
    const answer = await ask(path, { method: route.method.toUpperCase(), credential: testKey });
    await expect(answer).toAnswer(403, { detail: 'This action requires a user access token' });
  });
});

describe('a test key on live objects', () => {
  it.each(changing)('%s: 403, and every live row stays as it is [scorecards 3]', async (name, route) => {
    const write = CHANGES[name];
    if (!write) throw new Error(`${name} is not listed`);
    const before = await liveRows();
    const answer = await send(route, write, live, testKey);
    await expect(answer).toAnswer(403, write.detail ? { detail: write.detail } : REFUSED);
    expect(await liveRows()).toEqual(before);
  });

  it('judges test calls by a live scorecard, which it only reads', async () => {
    const json = { scorecard_id: live.cardId };
    const answer = await ask(`/analysis/${test.otherCallId}/evaluations`, { json, credential: testKey });
    await expect(answer).toAnswer(201);
    expect(answer.body).toMatchObject({ livemode: false, scorecard: { id: live.cardId } });
  });

  it('goes through test calls alone in a job without a filter', async () => {
    const json = { scorecard_id: live.cardId };
    const { body } = await ask('/rescores', { json, credential: testKey });
    expect(body).toMatchObject({ livemode: false, counts: { total: 2 } });
    const { rows } = await service.db.query('SELECT filter FROM rescore WHERE id = $1', [body.id]);
    expect(JSON.parse(rows[0].filter)).toEqual({ livemode: false });
  });

  it('reads them', async () => {
    for (const path of [
      `/analysis/${live.failedId}`,
      `/scorecards/${live.cardId}`,
      `/evaluations/${live.evaluationId}`,
    ]) {
      const answer = await ask(path, { credential: testKey });
      await expect(answer).toAnswer(200);
      expect(answer.body.livemode, `${path} is of live mode`).toBe(true);
    }
  });
});

describe('a test scorecard', () => {
  const ALONE = { detail: 'A test scorecard judges test calls alone' };

  it('judges no live call [scorecards 3]', async () => {
    const id = test.cardId;
    const [one, each] = [{ scorecard_id: id }, { analysis_ids: [live.callId] }];
    await expect(await ask(`/analysis/${live.otherCallId}/evaluations`, { json: one })).toAnswer(400, ALONE);
    await expect(await ask(`/scorecards/${id}/revisions/1/try`, { json: each })).toAnswer(400, ALONE);
    await expect(await ask('/rescores', { json: { ...one, filter: { livemode: true } } })).toAnswer(400, ALONE);
    const submission = { audio_url: 'https://example.com/a.wav', agent_id: 'a', contact_id: 'c', scorecards: [id] };
    await expect(await ask('/analysis', { json: submission })).toAnswer(400, ALONE);
    await expect(await ask('/analysis/from-url', { json: submission })).toAnswer(400, ALONE);
  });

  it('goes through test calls alone, also for a live key, in a job of test mode', async () => {
    const { body } = await ask('/rescores', { json: { scorecard_id: test.cardId, dry_run: true } });
    expect(body).toMatchObject({ livemode: false, counts: { total: 2 } });
  });
});

const isSuccess = (status: string) => status.startsWith('2');

describe('a test key on test objects', () => {
  it.each(changing.filter(([name]) => !OF_BOTH_MODES.includes(name)))('%s: not refused', async (name, route) => {
    const write = CHANGES[name];
    if (!write) throw new Error(`${name} is not listed`);
    const answer = await send(route, write, test, testKey);
    // A delivery of test mode is never sent.
    const wanted = name === 'redeliverWebhook' ? ['400'] : Object.keys(route.operation.responses).filter(isSuccess);
    expect(wanted, `${name} answered ${answer.text}`).toContain(String(answer.status));
  });
});
