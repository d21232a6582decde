// What an account may store without paying minutes: each route that stores it, with the largest body that it takes, ends at the
// limit, and so does the database.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { HELD_ROWS } from '../support/builders/held-rows.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type ReviewableCall, SYSTEM_RESULTS, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { copyCall } from '../support/builders/stored-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { answerTo } from '../support/matchers/answers.js';
import { SID, sendCallback } from '../support/stubs/twilio-stub.js';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}
/** All POST, PUT and PATCH operations of the document. */
const OPERATIONS = Object.values<Readonly<Record<string, Operation>>>(
  JSON.parse(readFileSync('openapi.json', 'utf8')).paths,
).flatMap((path) => ['post', 'put', 'patch'].flatMap((method) => path[method] ?? []));
const refusedWhenFull = OPERATIONS.filter(({ responses }) =>
  JSON.stringify(responses['400'] ?? '').includes('MiB of reviews, lines, exports'),
);

/** The others, by the reason why they may write while the account is full. */
const NOT_REFUSED: Readonly<Record<string, string>> = {
  'Calls are never refused for it; they take minutes, or the budget of submissions':
    'createAnalysis createAnalysisFromUrl retryAnalysis createUpload appendToUpload resumeBatch',
  'Accounts, credentials and settings: a row, or a number that has a limit of its own': `registerAccount verifyEmail resendVerification logIn logOut createToken refreshAccessToken requestPasswordReset confirmPasswordReset
     updateCurrentUser updateSignIn testSignIn verifySignInDomain receiveLogOut updateMember createInvitation acceptInvitation resendInvitation transferAccount createApiKey updateEngineSettings updateRedactionSettings updateRetentionSettings createSource updateSource createWebhookEndpoint updateWebhookEndpoint
     rotateWebhookEndpointSecret rotateWebhookSecret createReviewLink createCalibrationLink openReviewSession createReportLink`,
  'Payments, and events of the provider alone':
    'createSubscription updateSubscription cancelSubscription receivePaymentEvent',
  'Scorecards have a limit of 64 MiB of their own':
    'createScorecardRevision updateScorecardRevision publishScorecardRevision',
  'Evaluations are counted by the plan': 'createEvaluation tryScorecardRevision checkScorecardRevision',
  'Change the state of a row, or write a bounded number of rows for a call': `cancelBatch releaseHold closeCalibration cancelCalibration cancelRescore cancelEngineTrial cancelRedaction cancelExport claimReview releaseReview dismissReview registerWebhook redeliverWebhook
     recoverWebhookEndpoint pauseSource resumeSource rescanSource`,
  'A full account must be able to erase; 100 are in progress at most': 'createErasure',
  'Store nothing': 'testWebhook testWebhookEndpoint testSource testNewSource',
};

const MIB = 1024 * 1024;
const FULL = { detail: 'The account holds 1 MiB of reviews, lines, exports and the like; delete some first' };
/** More than any of the routes takes until the account is full. */
const MAX_REQUESTS = 100;

interface Owner {
  readonly account: Account;
  readonly accountId: string;
  readonly ask: Ask;
  readonly call: ReviewableCall;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', ACCOUNT_STORAGE_MB: '1' });
});
afterAll(() => service?.stop());

async function openOwner(): Promise<Owner> {
  const account = await service.openAccount();
  const accountId = await accountIdOf(service.db, account.email);
  const call = await storeReviewableCall(service.db, accountId);
  for (let endpoint = 0; endpoint < 5; endpoint++)
    await askAs(service, account)('/webhooks/endpoints', {
      json: { url: `https://example.com/${endpoint}`, events: ['*'] },
    });
  return { account, accountId, ask: askAs(service, account), call };
}

const heldBy = async ({ ask }: Owner) => (await ask('/billing/usage')).body.storage;
const databaseBytes = async () =>
  Number((await service.db.query('SELECT pg_database_size(current_database()) AS bytes')).rows[0].bytes);

async function fill({ accountId }: Owner): Promise<void> {
  await service.db.query(HELD_ROWS.redaction?.insert ?? '', [accountId, 'x'.repeat(MIB)]);
}

const letters = (n: number) => 'ä'.repeat(n);
const JUDGED = (['compliance', 'quality'] as const).flatMap((group) =>
  Object.entries(SYSTEM_RESULTS[group]).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'flagged' in value ? [`${group}.${name}`] : [],
  ),
);
const review = (ask: Ask, { callId, evaluationId }: ReviewableCall) =>
  ask(`/analysis/${callId}/reviews`, {
    json: {
      reviewer_id: letters(255),
      note: letters(2_000),
      findings: JUDGED.map((finding) => ({ finding, answer: 'yes', note: letters(2_000) })),
      answers: [{ evaluation_id: evaluationId, question: 'solved', answer: 'yes', rationale: letters(2_000) }],
    },
  });
const answer = (ask: Ask, { evaluationId }: ReviewableCall) =>
  ask(`/evaluations/${evaluationId}/answers/solved`, {
    method: 'PUT',
    json: { answer: 'yes', rationale: letters(2_000), reviewer_id: letters(255) },
  });
const watching = async ({ callId }: ReviewableCall) => ({
  name: 'Watching',
  watch: { analysis_ids: await copyCall(service.db, callId, 20) },
});
const batch = (ask: Ask) =>
  ask('/batches', {
    json: { items: Array.from({ length: 100 }, () => ({ agent_id: letters(2_000), contact_id: letters(2_000) })) },
  });

const TWILIO = { account_sid: SID('AC', 1), auth_token: 'token' };
async function callbackSource(ask: Ask): Promise<string> {
  const json = { name: 'T', kind: 'twilio', agent: 'child', ...TWILIO };
  const { id } = (await ask('/sources', { json })).body;
  // A paused source keeps its callbacks.
  await ask(`/sources/${id}/pause`, { method: 'POST' });
  return id;
}
const recordingUrl = (number: number, folder = '') => `https://recordings.example.com/${folder}${SID('RE', number)}`;
async function callback(sourceId: string, number: number, url = recordingUrl(number)) {
  const to = `${service.baseUrl}/intake/twilio/${sourceId}`;
  const form = {
    AccountSid: TWILIO.account_sid,
    RecordingSid: SID('RE', number),
    RecordingUrl: url,
    RecordingStatus: 'completed',
    From: 'x'.repeat(60_000),
  };
  const sent = await sendCallback({ to, authToken: TWILIO.auth_token, form });
  const text = await sent.text();
  const answer = { status: sent.status, text, body: JSON.parse(text), retryAfter: sent.headers.get('retry-after') };
  return answerTo('POST /intake/twilio', answer);
}

describe('a route that stores what takes no minutes, with its largest body again and again', () => {
  it.each([
    ['POST /analysis/{id}/reviews', (owner: Owner) => review(owner.ask, owner.call)],
    ['POST /batches', (owner: Owner) => batch(owner.ask)],
  ] as const)('%s ends at the limit', async (_, send) => {
    const owner = await openOwner();
    const before = await databaseBytes();
    let sent = await send(owner);
    for (let n = 0; n < MAX_REQUESTS && sent.status === 201; n++) sent = await send(owner);
    await expect(sent).toAnswer(400, FULL);
    const { held_bytes: held, limit_bytes: limit } = await heldBy(owner);
    expect(limit).toBe(MIB);
    // The last body that was taken may go beyond the limit.
    expect(held).toBeLessThan(3 * MIB);
    expect((await databaseBytes()) - before).toBeLessThan(12 * MIB);
  });

  it('POST /intake/twilio/{source_id} ends at the limit', async () => {
    const owner = await openOwner();
    const sourceId = await callbackSource(owner.ask);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => callback(sourceId, number)));
    const kinds = new Set(answers.map(({ status, body }) => `${status} ${body.detail}`));
    expect([...kinds].sort()).toEqual(['201 undefined', `400 ${FULL.detail}`]);
    expect((await heldBy(owner)).held_bytes).toBeLessThan(4 * MIB);
  });
});

it('a source takes 50 callbacks a second, and another one as many', async () => {
  const { ask } = await openOwner();
  const [busy, other] = [await callbackSource(ask), await callbackSource(ask)];
  const redis = new Redis(service.env.REDIS_URL ?? '');
  await redis.set(`rate:callbacks:${busy}`, 49, 'EX', 60);
  await expect(await callback(busy, 1)).toAnswer(201);
  const refused = await callback(busy, 2);
  await expect(refused).toAnswer(503);
  expect(Number(refused.retryAfter), 'seconds').toBeGreaterThan(0);
  await expect(await callback(other, 3)).toAnswer(201);
  redis.disconnect();
});

it('a source has 1,000 callbacks waiting at most, and one that is known is answered still', async () => {
  const owner = await openOwner();
  const sourceId = await callbackSource(owner.ask);
  await expect(await callback(sourceId, 1)).toAnswer(201);
  await service.db.query(
    `INSERT INTO source_item (source_id, account_id, identity, submission)
     SELECT $1, $2, uuid_send(gen_random_uuid()), '{}' FROM generate_series(1, 999)`,
    [sourceId, owner.accountId],
  );
  const refused = await callback(sourceId, 2);
  await expect(refused).toAnswer(503);
  expect(refused.retryAfter).toBe('10');
  await expect(await callback(sourceId, 1)).toAnswer(200);
});

it('an address in a callback is bounded as that of a submission', async () => {
  const { ask } = await openOwner();
  const refused = await callback(await callbackSource(ask), 3, recordingUrl(3, `${'x'.repeat(2_048)}/`));
  await expect(refused).toAnswer(422);
  expect(refused.body.detail).toMatchObject([{ type: 'string_too_long', loc: ['body', 'RecordingUrl'] }]);
});

describe('an account that holds as much as it may', () => {
  const WRITES: Readonly<Record<string, (owner: Owner) => ReturnType<Ask>>> = {
    createReview: ({ ask, call }) => review(ask, call),
    answerEvaluationQuestion: ({ ask, call }) => answer(ask, call),
    acknowledgeEvaluation: ({ ask, call }) =>
      ask(`/evaluations/${call.evaluationId}/acknowledge`, { json: { agent_id: 'agent-7' } }),
    createDispute: ({ ask, call }) =>
      ask(`/evaluations/${call.evaluationId}/disputes`, {
        json: { raised_by: 'agent-7', answers: [{ question: 'offer', claim: 'yes', note: 'I did.' }] },
      }),
    resolveDispute: ({ ask }) =>
      ask(`/disputes/${randomUUID()}/resolve`, {
        json: { reviewer_id: 'mara', decision: 'upheld', note: 'It was not.' },
      }),
    createCorrection: ({ ask, call }) =>
      ask(`/analysis/${call.callId}/corrections`, { json: { reviewer_id: 'mara', base_version: 1, swap_roles: true } }),
    createBatch: ({ ask }) => batch(ask),
    createExport: ({ ask }) => ask('/exports', { json: { of: 'analyses', format: 'csv' } }),
    createRedaction: ({ ask }) => ask('/redactions', { json: { preset: 'pci' } }),
    redactAnalysis: ({ ask, call }) => ask(`/analysis/${call.callId}/redact`, { json: { preset: 'pci' } }),
    createScorecard: async ({ ask, call }) => ask('/scorecards', { json: await watching(call) }),
    updateScorecard: async ({ ask, call }) =>
      ask(`/scorecards/${call.cardId}`, { method: 'PUT', json: await watching(call) }),
    createSample: ({ ask }) => ask('/samples', { json: { count: 1 } }),
    createCalibration: ({ ask, call }) =>
      ask('/calibrations', {
        json: { scorecard_id: call.cardId, analysis_ids: [call.callId], reviewer_ids: ['mara', 'jonas'] },
      }),
    rateCall: ({ ask, call }) =>
      ask(`/calibrations/${randomUUID()}/items/${call.callId}/ratings/mara`, {
        method: 'PUT',
        json: { answers: [{ question: 'notice', answer: 'yes' }] },
      }),
    createHold: ({ ask }) => ask('/holds', { json: { name: 'claim', reason: 'A claim', filter: {} } }),
    createRescore: ({ ask, call }) => ask('/rescores', { json: { scorecard_id: call.cardId } }),
    createEngineTrial: ({ ask, call }) =>
      ask('/engine-trials', { json: { task: 'analysis', engines: ['a', 'b'], analysis_ids: [call.callId] } }),
  };

  it('is refused by every route whose document says so, and by no other', async () => {
    const owner = await openOwner();
    await fill(owner);
    for (const [name, write] of Object.entries(WRITES)) await expect(await write(owner), name).toAnswer(400, FULL);
    const sourceId = await callbackSource(owner.ask);
    await expect(await callback(sourceId, 1)).toAnswer(400, FULL);
    const names = refusedWhenFull.map(({ operationId }) => operationId);
    expect(names.sort()).toEqual([...Object.keys(WRITES), 'receiveTwilioCallback'].sort());
    const others = Object.values(NOT_REFUSED).flatMap((operations) => operations.split(/\s+/));
    expect([...names, ...others].sort()).toEqual(OPERATIONS.map(({ operationId }) => operationId).sort());
  });

  it('submits calls, and writes again once it has deleted an export', async () => {
    const owner = await openOwner();
    const { ask, accountId } = owner;
    const id = randomUUID();
    await service.db.query(
      `INSERT INTO export (id, account_id, livemode, rows_of, format, filter, request_id, status, settled_at, expires_at, storage_key,
         size_bytes, row_count)
       VALUES ($1, $2, true, 'analyses', 'jsonl', '{}', 'r', 'completed', now(), now() + interval '7 days', 'exports/x', $3, 1)`,
      [id, accountId, MIB],
    );
    await expect(await answer(ask, owner.call)).toAnswer(400, FULL);
    const call = { audio_url: 'https://example.com/a.wav', agent_id: 'a', contact_id: 'c' };
    await expect(await ask('/analysis/from-url', { json: call })).toAnswer(201);
    const { by, held_bytes: held } = await heldBy(owner);
    expect(by.exports).toBeGreaterThan(MIB);
    expect(held).toBe(Object.values<number>(by).reduce((sum, bytes) => sum + bytes, 0));

    const { url } = (await ask(`/exports/${id}`)).body;
    expect(url).toEqual(expect.any(String));
    for (const _ of [1, 2])
      await expect(await ask(`/exports/${id}`, { method: 'DELETE' })).toAnswer(200, {
        ...(await ask(`/exports/${id}`)).body,
        url: null,
        expires_at: null,
      });
    const { rows } = await service.db.query("SELECT FROM recording_deletion WHERE storage_key = 'exports/x'");
    expect(rows, 'files to delete').toHaveLength(1);
    expect((await heldBy(owner)).by.exports).toBeLessThan(1_000);
    await expect(await answer(ask, owner.call)).toAnswer(200);
    await expect(await ask(`/exports/${randomUUID()}`, { method: 'DELETE' })).toAnswer(404, {
      detail: 'Export not found',
    });
  });

  it('cancels an export in progress by deleting it', async () => {
    const { ask } = await openOwner();
    const { id } = (await ask('/exports', { json: { of: 'analyses', format: 'csv' } })).body;
    const ended = await ask(`/exports/${id}`, { method: 'DELETE' });
    await expect(ended).toAnswer(200);
    expect(ended.body).toMatchObject({ status: 'canceled', url: null });
  });
});
