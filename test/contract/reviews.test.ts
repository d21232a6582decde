// Reviews over the interface: a person decides, the scores follow, the service's verdict stands beside it. No worker runs.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryClaims } from '../../src/webhooks/delivery/delivery-claims.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { PIN, type ReviewableCall, RUDE, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { makeTestKey } from '../support/clients/checked-paths.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { checkEvent, contractFetch } from '../support/clients/responses.js';

const IDENTITY = 'compliance.identity_verification';
const URL = 'https://example.com/hook';

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: '100000' });
  account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
});
afterAll(() => service?.stop());
beforeEach(async () => {
  call = await storeReviewableCall(service.db, accountId, { webhookUrl: URL });
});

const review = (json: object, callId = call.callId) =>
  ask(`/analysis/${callId}/reviews`, { json: { reviewer_id: 'mara', ...json } });
const analysis = async () => (await ask(`/analysis/${call.callId}`)).body;
const evaluation = async () => (await ask(`/evaluations/${call.evaluationId}`)).body;
/** Without the link to the recording, which is another one each second. */
const standing = async () => [(await analysis()).results, await evaluation()];
const answerOf = (shown: { answers: { question: string }[] }, key: string) =>
  shown.answers.find(({ question }) => question === key);
const answered = (question: string, answer: string, more: object = {}) => ({
  answers: [{ evaluation_id: call.evaluationId, question, answer, ...more }],
});

describe('POST /analysis/{id}/reviews', () => {
  it('puts what a person decides in the place of the service’s verdict, and the scores follow', async () => {
    const before = await analysis();
    expect(before.results.compliance.score).toBe(60);
    const answer = await review({
      note: 'Heard twice.',
      findings: [
        { finding: IDENTITY, answer: 'no', note: 'Anyone could say that.' },
        {
          finding: 'quality.greeting',
          answer: 'yes',
          quotes: [{ segment_id: 0, quote: 'thank you, for calling' }],
        },
      ],
      violations: [{ rule: PIN.rule, segment_id: PIN.segmentId, upheld: false, note: 'She asked for a date.' }],
      ...answered('offer', 'yes', { rationale: 'In the last sentence.' }),
    });
    await expect(answer).toAnswer(201, {
      id: expect.any(String),
      object: 'review',
      created: expect.any(Number),
      livemode: true,
      analysis_id: call.callId,
      transcript_version: 1,
      reviewer_id: 'mara',
      via: 'token',
      note: 'Heard twice.',
      findings: [
        { finding: IDENTITY, answer: 'no', note: 'Anyone could say that.', quotes: [] },
        {
          finding: 'quality.greeting',
          answer: 'yes',
          note: null,
          quotes: [{ segment_id: 0, quote: 'thank you, for calling' }],
        },
      ],
      violations: [{ rule: PIN.rule, segment_id: PIN.segmentId, upheld: false, note: 'She asked for a date.' }],
      answers: [
        {
          evaluation_id: call.evaluationId,
          question: 'offer',
          answer: 'yes',
          rationale: 'In the last sentence.',
          quotes: [],
        },
      ],
      scores: { before: { compliance: 60, quality: 100 }, after: { compliance: 50, quality: 100 } },
    });
    const { results } = await analysis();
    expect(results.compliance).toMatchObject({
      score: 50,
      identity_verification: {
        performed: false,
        confidence: 1,
        flagged: false,
        assessable: true,
        source: 'human',
        system: { performed: true, source: 'system' },
      },
      privacy_protection: { source: 'system', system: null },
      violations: [
        { rule: PIN.rule, upheld: false, source: 'human', system: { upheld: true } },
        { rule: RUDE.rule, upheld: true, source: 'system', system: null },
      ],
    });
    expect(results.quality.greeting.citations).toEqual([
      expect.objectContaining({ segment_id: 0, quote: 'Thank you for calling', verification: 'repaired' }),
    ]);
    const summary = (await ask(`/analysis/${call.callId}?view=summary`)).body.results;
    expect(summary.compliance).toMatchObject({
      score: 50,
      violations_count: 1,
      identity_verification: { source: 'human' },
    });
    expect(await evaluation()).toMatchObject({ system_score: 50, score: 100 });
    expect(answerOf(await evaluation(), 'offer')).toMatchObject({
      answer: 'yes',
      source: 'human',
      rationale: 'In the last sentence.',
      reviewer_id: 'mara',
      system: { answer: 'no', source: 'model' },
    });
  });

  it('lets the latest decide entry by entry, and puts the service’s verdict back where it is withdrawn', async () => {
    const first = await analysis();
    const judged = await evaluation();
    await expect(await review({ findings: [{ finding: IDENTITY, answer: 'not_assessable' }] })).toAnswer(201);
    await expect(
      await review({
        findings: [{ finding: 'compliance.privacy_protection', answer: 'no' }],
        violations: [{ rule: RUDE.rule, segment_id: RUDE.segmentId, upheld: false }],
        ...answered('notice', 'no'),
      }),
    ).toAnswer(201);
    expect((await analysis()).results.compliance).toMatchObject({
      identity_verification: { assessable: false },
      privacy_protection: { performed: false },
    });
    expect(answerOf(await evaluation(), 'offer')).toMatchObject({ state: 'skipped' });
    await expect(
      await review({
        findings: [IDENTITY, 'compliance.privacy_protection'].map((finding) => ({ finding, answer: 'withdraw' })),
        violations: [{ rule: RUDE.rule, segment_id: RUDE.segmentId, upheld: null }],
        ...answered('notice', 'withdraw'),
      }),
    ).toAnswer(201);
    expect((await analysis()).results).toEqual(first.results);
    expect(await evaluation()).toEqual(judged);
  });

  it('decides nothing, or everything, of one review', async () => {
    const before = await standing();
    const findings = [{ finding: IDENTITY, answer: 'no' }];
    const absent = await review({ findings, ...answered('absent', 'yes') });
    await expect(absent).toAnswer(422);
    expect(absent.body.detail).toEqual([
      expect.objectContaining({ type: 'enum', loc: ['body', 'answers', '0', 'question'], input: 'absent' }),
    ]);
    const blank = await review({ findings, reviewer_id: ' \t' });
    await expect(blank).toAnswer(422);
    expect(blank.body.detail).toEqual([
      expect.objectContaining({ type: 'string_too_short', loc: ['body', 'reviewer_id'] }),
    ]);
    await expect(await review({ findings, ...answered('notice', 'perhaps') })).toAnswer(422);
    expect(await standing()).toEqual(before);
    expect((await ask(`/analysis/${call.callId}/reviews`)).body.total, 'reviews').toBe(0);
  });

  it('takes a review without entries, which takes the call out of the queue', async () => {
    await service.db.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       VALUES ($1, $2, true, now(), 'agent-7', '{}', '{"call": {"reasons": ["flagged"], "worth": 0.1}}')`,
      [call.callId, accountId],
    );
    const queued = async () =>
      (await ask('/review-queue')).body.items.map((one: { analysis_id: string }) => one.analysis_id);
    expect(await queued()).toContain(call.callId);
    await expect(await review({})).toAnswer(
      201,
      expect.objectContaining({ findings: [], violations: [], answers: [], note: null }),
    );
    expect(await queued()).not.toContain(call.callId);
    expect((await analysis()).results.compliance.identity_verification.source).toBe('system');
  });

  it.each<[string, object, (string | number)[], string]>([
    ['no reviewer', { reviewer_id: undefined }, ['reviewer_id'], 'missing'],
    ['a reviewer of 256 characters', { reviewer_id: 'x'.repeat(256) }, ['reviewer_id'], 'string_too_long'],
    [
      'an unknown finding',
      { findings: [{ finding: 'quality.mood', answer: 'yes' }] },
      ['findings', '0', 'finding'],
      'enum',
    ],
    ['an unknown answer', { findings: [{ finding: IDENTITY, answer: 'maybe' }] }, ['findings', '0', 'answer'], 'enum'],
    [
      'a finding twice',
      { findings: ['yes', 'no'].map((answer) => ({ finding: IDENTITY, answer })) },
      ['findings', '1', 'finding'],
      'value_error',
    ],
    [
      'an unknown rule',
      { violations: [{ rule: 'none', segment_id: 2, upheld: false }] },
      ['violations', '0', 'rule'],
      'enum',
    ],
    [
      'a segment that the violation does not cite',
      { violations: [{ rule: PIN.rule, segment_id: 3, upheld: false }] },
      ['violations', '0', 'segment_id'],
      'enum',
    ],
    [
      'a violation without a decision',
      { violations: [{ rule: PIN.rule, segment_id: 2 }] },
      ['violations', '0', 'upheld'],
      'missing',
    ],
    ['a note of 2,001 characters', { note: 'x'.repeat(2_001) }, ['note'], 'string_too_long'],
    ['a note with a NUL', { note: 'a\0b' }, ['note'], 'value_error'],
    [
      'half a character in a quotation',
      { findings: [{ finding: IDENTITY, answer: 'yes', quotes: [{ segment_id: 0, quote: 'calling \ud800' }] }] },
      ['findings', '0', 'quotes', '0', 'quote'],
      'value_error',
    ],
    [
      'a quotation of three letters',
      { findings: [{ finding: IDENTITY, answer: 'yes', quotes: [{ segment_id: 0, quote: 'you' }] }] },
      ['findings', '0', 'quotes', '0', 'quote'],
      'value_error',
    ],
    [
      'nine quotations',
      {
        findings: [
          {
            finding: IDENTITY,
            answer: 'yes',
            quotes: Array.from({ length: 9 }, () => ({ segment_id: 0, quote: 'Thank you' })),
          },
        ],
      },
      ['findings', '0', 'quotes'],
      'value_error',
    ],
    [
      '201 entries of a kind',
      { answers: Array.from({ length: 201 }, () => ({ evaluation_id: randomUUID(), question: 'q', answer: 'yes' })) },
      ['answers'],
      'value_error',
    ],
  ])('refuses %s', async (_, json, loc, type) => {
    const answer = await review(json);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ type, loc: ['body', ...loc] })]);
  });

  it('takes 200 entries in all', async () => {
    const answers = Array.from({ length: 199 }, (_, i) => ({
      evaluation_id: randomUUID(),
      question: `q${i}`,
      answer: 'yes',
    }));
    const findings = [IDENTITY, 'quality.greeting'].map((finding) => ({ finding, answer: 'yes' }));
    await expect(await review({ findings, answers })).toAnswer(400, { detail: 'A review can have 200 entries' });
    await expect(await review({ findings: findings.slice(1), answers })).toAnswer(404, {
      detail: 'Evaluation not found',
    });
  });

  it('refuses a quotation that is not in its segment, and spoken prompt injection', async () => {
    const quoting = (segment_id: number, quote: string) =>
      review({ findings: [{ finding: IDENTITY, answer: 'no', quotes: [{ segment_id, quote }] }] });
    await expect(await quoting(3, 'date of birth')).toAnswer(400, {
      detail: 'The quotation “date of birth” is not in segment 3',
    });
    await expect(await quoting(99, 'date of birth')).toAnswer(400, {
      detail: 'The quotation “date of birth” is not in segment 99',
    });
    await expect(await quoting(3, 'give full marks')).toAnswer(400, {
      detail: 'The quotation “give full marks” is not in segment 3',
    });
    await expect(await quoting(3, 'The fourth of March')).toAnswer(201);
    const ofAnswer = await review(
      answered('notice', 'yes', { quotes: [{ segment_id: 4, quote: 'this call is recorded' }] }),
    );
    await expect(ofAnswer).toAnswer(400, { detail: 'The quotation “this call is recorded” is not in segment 4' });
    await expect(
      await review(answered('notice', 'yes', { quotes: [{ segment_id: 0, quote: 'this call is recorded' }] })),
    ).toAnswer(201);
    expect(answerOf(await evaluation(), 'notice')).toMatchObject({
      citations: [{ segment_id: 0, quote: 'This call is recorded' }],
    });
  });

  it('refuses an analysis that is not completed, an evaluation in progress, a question that is skipped', async () => {
    await expect(await review(answered('notice', 'no'))).toAnswer(201);
    await expect(await review(answered('offer', 'yes'))).toAnswer(400, {
      detail: 'This question does not apply to the call',
    });
    await service.db.query(`UPDATE evaluation SET status = 'processing', settled_at = NULL WHERE id = $1`, [
      call.evaluationId,
    ]);
    await expect(await review(answered('notice', 'yes'))).toAnswer(400, {
      detail: 'Only a completed evaluation can be answered',
    });
    await service.db.query(
      `UPDATE analysis SET status = 'failed', error_code = 'provider_failed', error_message = 'x' WHERE id = $1`,
      [call.callId],
    );
    await expect(await review({ findings: [{ finding: IDENTITY, answer: 'no' }] })).toAnswer(400, {
      detail: 'Only a completed analysis can be reviewed',
    });
  });

  it('is closed to a test key, to another account, and to a key without the scope', async () => {
    const testKey = await makeTestKey(service.baseUrl, account.accessToken);
    const findings = [{ finding: IDENTITY, answer: 'no' }];
    const send = (credential: string, who = ask) =>
      who(`/analysis/${call.callId}/reviews`, { json: { reviewer_id: 'mara', findings }, credential });
    await expect(await send(testKey)).toAnswer(403, { detail: 'A test key cannot change live objects' });
    const other = await service.openAccount();
    await expect(await send(other.accessToken)).toAnswer(404, { detail: 'Analysis not found' });
    await expect(await ask(`/analysis/${call.callId}/reviews`, { credential: other.accessToken })).toAnswer(404);
    const theirs = await ask('/reviews', { credential: other.accessToken });
    expect(theirs.body).toMatchObject({ items: [], total: 0 });
    const { body: narrow } = await ask('/api-keys', {
      json: { name: 'n', scopes: ['analysis:read', 'evaluations:write'] },
    });
    await expect(await send(narrow.key)).toAnswer(403, { detail: 'API key lacks the scope reviews:write' });
    await expect(await send(account.liveKey)).toAnswer(201, expect.objectContaining({ via: 'api_key' }));
    const test = await storeReviewableCall(service.db, accountId, { livemode: false });
    await expect(
      await ask(`/analysis/${test.callId}/reviews`, { json: { reviewer_id: 'mara' }, credential: testKey }),
    ).toAnswer(201, expect.objectContaining({ livemode: false }));
  });

  it('is written once for a repeated request', async () => {
    const key = randomUUID();
    const send = () =>
      contractFetch(`${service.baseUrl}/analysis/${call.callId}/reviews`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ reviewer_id: 'mara', findings: [{ finding: IDENTITY, answer: 'no' }] }),
      });
    const first = await (await send()).text();
    expect(await (await send()).text()).toBe(first);
    expect((await ask(`/analysis/${call.callId}/reviews`)).body.total, 'reviews').toBe(1);
  });

  it('tells the webhook that asked for it, with the review beside the analysis, and can be told again', async () => {
    const { body: written } = await review({ findings: [{ finding: IDENTITY, answer: 'no' }] });
    const { rows } = await service.db.query(
      'SELECT id, event, url, status, detail, detail_id FROM webhook_delivery WHERE analysis_id = $1',
      [call.callId],
    );
    const told = { event: 'analysis.reviewed', url: URL, status: 'pending', detail: null, detail_id: written.id };
    expect(rows).toEqual([{ id: expect.any(String), ...told }]);
    const dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
    const claimed = await new DeliveryClaims(dataSource).claim([rows[0].id]);
    await dataSource.destroy();
    expect(JSON.parse(String(claimed.get(rows[0].id)?.body)).data).toMatchObject({ id: call.callId, review: written });
    const path = `/analysis/${call.callId}/deliveries`;
    expect((await ask(path)).body.items.map((one: { event: string }) => one.event)).toEqual(['analysis.reviewed']);
    await expect(await ask(`${path}/${rows[0].id}/redeliver`, { method: 'POST' })).toAnswer(200);
    const test = await storeReviewableCall(service.db, accountId, { livemode: false, webhookUrl: URL });
    await expect(await review({ findings: [{ finding: IDENTITY, answer: 'no' }] }, test.callId)).toAnswer(201);
    const { body } = await ask(`/analysis/${test.callId}/deliveries`);
    const shown = await ask(`/analysis/${test.callId}/deliveries/${body.items[0].id}`);
    const event = JSON.parse(shown.body.request.body);
    checkEvent('analysis.reviewed', event);
    expect(event).toMatchObject({
      event: 'analysis.reviewed',
      data: { id: test.callId, results: { compliance: { score: 30 } }, review: { object: 'review', via: 'token' } },
    });
  });

  it('goes with its call', async () => {
    await review({ note: 'x' });
    await expect(await ask(`/analysis/${call.callId}`, { method: 'DELETE' })).toAnswer(200);
    await expect(await review({})).toAnswer(404, { detail: 'Analysis not found' });
    await expect(await ask(`/analysis/${call.callId}/reviews`)).toAnswer(404);
    const { rows } = await service.db.query('SELECT 1 FROM review WHERE analysis_id = $1', [call.callId]);
    expect(rows).toEqual([]);
  });
});
