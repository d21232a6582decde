// Links for reviewers without an account: made, listed, opened and ended. What they must not open is in test/abuse.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { type ModeObjects, storeModeObjects } from '../support/builders/mode-objects.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';

const INVALID = { detail: 'The link is invalid or has expired' };
const ENGINE = { transcription: 'x', analysis: 'x', grade: 'demo', mean_confidence: null, rules_version: '1' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let objects: ModeObjects;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
  objects = await storeModeObjects(service.db, accountId, true);
  await service.db.query('UPDATE analysis_payload SET engine = $1, results_summary = NULL, envelopes = NULL', [
    JSON.stringify(ENGINE),
  ]);
});
afterAll(() => service?.stop());

const newLink = (json: object = {}, callId = objects.callId) =>
  ask(`/analysis/${callId}/review-links`, { json: { reviewer_id: 'mara', may: ['read'], ...json } });
const tokenOf = (url: string) => url.split('#review=')[1] ?? '';
const openSession = (token: string) => ask('/review/session', { json: { token }, credential: null });
const sessionOf = async (url: string) => (await openSession(tokenOf(url))).body;
const pathOf = (link: { analysis_id: string; id: string }) => `/analysis/${link.analysis_id}/review-links/${link.id}`;

describe('POST /analysis/{id}/review-links', () => {
  it('is a link for a day whose token stands behind the #, and nowhere in the database', async () => {
    const before = Date.now();
    const answer = await newLink({ may: ['correct', 'review'] });
    await expect(answer).toAnswer(201, {
      id: expect.stringMatching(UUID),
      object: 'review_link',
      created: expect.any(Number),
      livemode: true,
      analysis_id: objects.callId,
      calibration_id: null,
      reviewer_id: 'mara',
      may: ['read', 'review', 'correct'],
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/app\/#review=[\w-]{43}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Math.abs(Date.parse(answer.body.expires_at) - before - 86_400_000), 'off a day, in ms').toBeLessThan(10_000);
    const token = tokenOf(answer.body.url);
    const { rows } = await service.db.query('SELECT * FROM review_link WHERE id = $1', [answer.body.id]);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const path of [pathOf(answer.body), `/analysis/${objects.callId}/review-links`])
      expect((await ask(path)).text).not.toContain(token);
  });

  it.each<[string, object, string[]]>([
    ['reviewer_id missing', { reviewer_id: undefined }, ['body', 'reviewer_id']],
    ['reviewer_id empty', { reviewer_id: '' }, ['body', 'reviewer_id']],
    ['reviewer_id of 256 characters', { reviewer_id: 'x'.repeat(256) }, ['body', 'reviewer_id']],
    ['may missing', { may: undefined }, ['body', 'may']],
    ['may empty', { may: [] }, ['body', 'may']],
    ['may unknown', { may: ['read', 'delete'] }, ['body', 'may', '1']],
    ['59 seconds', { expires_in: 59 }, ['body', 'expires_in']],
    ['more than seven days', { expires_in: 604_801 }, ['body', 'expires_in']],
  ])('refuses %s', async (_, json, loc) => {
    const answer = await newLink(json);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail[0].loc).toEqual(loc);
  });

  it('gives the same link to the same request, keeps it under the key of the client alone, and forgets it when it is ended', async () => {
    const key = randomUUID();
    const send = () =>
      contractFetch(`${service.baseUrl}/analysis/${objects.callId}/review-links`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ reviewer_id: 'mara', may: ['read'] }),
      });
    const first = await (await send()).text();
    const again = await send();
    expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toBe('true');
    expect(await again.text()).toBe(first);
    const link = JSON.parse(first);
    const { rows } = await service.db.query('SELECT * FROM idempotency_key WHERE account_id = $1', [accountId]);
    for (const row of rows) expect(String(row.body)).not.toContain(tokenOf(link.url));
    await expect(await ask(pathOf(link), { method: 'DELETE' })).toAnswer(200);
    await expect(await send()).toAnswer(404);
  });

  it('needs analysis:read too of a key: what it may not read it cannot open to others', async () => {
    const { body } = await ask('/api-keys', { json: { name: 'Reviews', scopes: ['reviews:write'] } });
    const json = { reviewer_id: 'mara', may: ['read'] };
    const answer = await ask(`/analysis/${objects.callId}/review-links`, { json, credential: body.key });
    await expect(answer).toAnswer(403, { detail: 'API key lacks the scope analysis:read' });
  });

  it('makes 100 that work, of any number at once; ended and expired ones make room, and the oldest of those are forgotten', async () => {
    const callId = objects.otherCallId;
    const answers = await Promise.all(Array.from({ length: 104 }, () => newLink({}, callId)));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    expect(made, 'links that work').toHaveLength(100);
    const full = { detail: 'A call can have 100 review links that work: delete one first' };
    for (const answer of answers.filter(({ status }) => status !== 201)) await expect(answer).toAnswer(400, full);
    await ask(pathOf(made[0]), { method: 'DELETE' });
    await expect(await newLink({}, callId)).toAnswer(201);
    await service.db.query('UPDATE review_link SET expires_at = now() WHERE analysis_id = $1', [callId]);
    await expect(await newLink({}, callId)).toAnswer(201);
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM review_link WHERE analysis_id = $1', [
      callId,
    ]);
    expect(rows[0].n, 'links that are kept').toBe(101);
  });
});

describe('GET /analysis/{id}/review-links', () => {
  it('is newest first, with those that have expired and without those that were ended', async () => {
    const { otherCallId: callId } = await storeModeObjects(service.db, accountId, false);
    const links = [];
    for (const reviewer_id of ['one', 'two', 'three']) links.push((await newLink({ reviewer_id }, callId)).body);
    await service.db.query('UPDATE review_link SET expires_at = now() WHERE id = $1', [links[0].id]);
    await ask(pathOf(links[1]), { method: 'DELETE' });
    const { body } = await ask(`/analysis/${callId}/review-links?limit=1`);
    const { url: _, ...newest } = links[2];
    expect(body).toEqual({ items: [newest], total: 2, skip: 0, limit: 1 });
    expect(newest.livemode, 'the link of a test call is live').toBe(false);
    const next = await ask(`/analysis/${callId}/review-links?skip=1`);
    expect(next.body.items.map(({ id }: { id: string }) => id)).toEqual([links[0].id]);
    await expect(await ask(pathOf(links[2]))).toAnswer(200, newest);
    for (const method of ['GET', 'DELETE'])
      await expect(await ask(pathOf(links[1]), { method })).toAnswer(404, { detail: 'Review link not found' });
    const elsewhere = pathOf({ ...links[2], analysis_id: objects.callId });
    for (const method of ['GET', 'DELETE'])
      await expect(await ask(elsewhere, { method })).toAnswer(404, { detail: 'Review link not found' });
  });
});

describe('POST /review/session', () => {
  it('gives a token for half an hour that opens the call: its analysis, sound, transcript and evaluations', async () => {
    const { body: link } = await newLink({ may: ['review'] });
    const answer = await openSession(tokenOf(link.url));
    await expect(answer).toAnswer(200, {
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 1800,
      analysis_id: objects.callId,
      calibration_id: null,
      reviewer_id: 'mara',
      may: ['read', 'review'],
    });
    const credential = answer.body.access_token;
    for (const path of [
      `/analysis/${objects.callId}`,
      `/analysis/${objects.callId.toUpperCase()}`,
      `/analysis/${objects.callId}?view=summary`,
      `/analysis/${objects.callId}/transcript?format=txt`,
      `/analysis/${objects.callId}/evaluations`,
      `/analysis/${objects.callId}/evaluations?include=form`,
      `/evaluations/${objects.evaluationId}`,
    ])
      await expect(await ask(path, { credential }), path).toAnswer(200);
    const { body: own } = await ask(`/analysis/${objects.callId}`);
    const { body: shown } = await ask(`/analysis/${objects.callId}`, { credential });
    expect(own.metadata.webhook_url).toBe('https://example.com/hook');
    expect(shown.metadata.webhook_url, 'the address of the webhook, which may hold a secret').toBe(null);
    const waveform = await ask(`/analysis/${objects.callId}/waveform`, { credential });
    await expect(waveform).toAnswer(404, { detail: 'Waveform not available' });
  });

  it('lasts no longer than the link', async () => {
    const { body: link } = await newLink({ expires_in: 60 });
    const { expires_in } = await sessionOf(link.url);
    expect(expires_in).toBeGreaterThan(0);
    expect(expires_in).toBeLessThanOrEqual(60);
  });

  it('is answered again to the same Idempotency-Key, since answers with access tokens are not kept', async () => {
    const { body: link } = await newLink();
    const send = async () => {
      const response = await contractFetch(`${service.baseUrl}/review/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `session-${link.id}` },
        body: JSON.stringify({ token: tokenOf(link.url) }),
      });
      return JSON.parse(await response.text());
    };
    expect((await send()).access_token).not.toBe((await send()).access_token);
  });

  it.each([[''], ['x'.repeat(513)], [7], [null]])('refuses %j unread, and does not repeat it', async (token) => {
    const answer = await ask('/review/session', { json: { token }, credential: null });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'token']);
    expect(answer.body.detail[0]).not.toHaveProperty('input');
  });
});

describe('a reviewer with a link', () => {
  const answerTo = (credential: string, json: object = {}) =>
    ask(`/evaluations/${objects.evaluationId}/answers/solved`, {
      method: 'PUT',
      json: { answer: 'yes', ...json },
      credential,
    });

  it('answers under the name that the link was made for, and under no other', async () => {
    const { body: link } = await newLink({ may: ['review'] });
    const { access_token } = await sessionOf(link.url);
    for (const json of [{}, { reviewer_id: 'mara' }]) {
      const answer = await answerTo(access_token, json);
      await expect(answer).toAnswer(200);
      const { rows } = await service.db.query('SELECT judged FROM evaluation_payload WHERE evaluation_id = $1', [
        objects.evaluationId,
      ]);
      expect(rows[0].judged).toContain('mara');
      expect(rows[0].judged).toContain(`{"kind":"link","id":"${link.id}"}`);
    }
    const other = await answerTo(access_token, { reviewer_id: 'someone else' });
    await expect(other).toAnswer(403, { detail: 'This link was made for another reviewer' });
  });

  it('answers nothing with a link that only reads', async () => {
    const { access_token } = await sessionOf((await newLink()).body.url);
    await expect(await answerTo(access_token)).toAnswer(403, { detail: 'This link does not allow reviews' });
  });

  it('pays with the budget of the client address, not with that of the account', async () => {
    const limited = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: '30' });
    try {
      const owner = await limited.openAccount();
      const { rows } = await limited.db.query('SELECT id FROM account WHERE email = $1', [owner.email]);
      const { callId } = await storeModeObjects(limited.db, rows[0].id, true);
      const askOwner = askAs(limited, owner);
      const path = `/analysis/${callId}/evaluations`;
      const { body } = await askOwner(`/analysis/${callId}/review-links`, {
        json: { reviewer_id: 'mara', may: ['read'] },
      });
      const json = { token: tokenOf(body.url) };
      const { body: session } = await askOwner('/review/session', { json, credential: null });
      const used: number[] = [];
      for (let sent = 0; sent < 31; sent++)
        used.push((await askOwner(path, { credential: session.access_token })).status);
      expect(used.at(-1), 'the last of more requests than the address has').toBe(429);
      await expect(await askOwner(path)).toAnswer(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('the end of a link', () => {
  it('holds at once for the link and for the tokens that came of it', async () => {
    const { body: link } = await newLink();
    const { access_token: credential } = await sessionOf(link.url);
    await expect(await ask(pathOf(link), { method: 'DELETE' })).toAnswer(200, {
      id: link.id,
      object: 'review_link',
      deleted: true,
    });
    await expect(await openSession(tokenOf(link.url))).toAnswer(403, INVALID);
    await expect(await ask(`/analysis/${objects.callId}`, { credential })).toAnswer(403, INVALID);
  });

  it('comes with the deletion of the call', async () => {
    const { callId } = await storeModeObjects(service.db, accountId, false);
    const { body: link } = await newLink({}, callId);
    const { access_token: credential } = await sessionOf(link.url);
    await expect(await ask(`/analysis/${callId}`, { method: 'DELETE' })).toAnswer(200);
    await expect(await openSession(tokenOf(link.url))).toAnswer(403, INVALID);
    await expect(await ask(`/analysis/${callId}`, { credential })).toAnswer(403, INVALID);
    const { rows } = await service.db.query('SELECT * FROM review_link WHERE analysis_id = $1', [callId]);
    expect(rows, 'links of the call').toEqual([]);
  });
});

describe('at the same time', () => {
  /** Runs while the rows are locked; their locks go with the returned statements. */
  async function whileLocked(lock: string, id: string, work: (waiting: (n: number) => Promise<void>) => Promise<void>) {
    const client = await service.db.connect();
    try {
      await client.query('BEGIN');
      await client.query(lock, [id]);
      await work(async (n) => {
        await until(async () => {
          const { rows } = await client.query(
            "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return rows[0].n === n;
        }, `${n} statements that wait for a lock`);
      });
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
  const answer = (evaluationId: string, credential: string) =>
    ask(`/evaluations/${evaluationId}/answers/solved`, { method: 'PUT', json: { answer: 'yes' }, credential });

  it('a link that is ended while its holder writes: nothing is written after the end', async () => {
    const { body: link } = await newLink({ may: ['review'] });
    const { access_token } = await sessionOf(link.url);
    let answered: ReturnType<typeof answer> | undefined;
    await whileLocked('UPDATE review_link SET revoked_at = now() WHERE id = $1', link.id, async (waiting) => {
      answered = answer(objects.evaluationId, access_token);
      await waiting(1);
    });
    await expect(await answered).toAnswer(403, INVALID);
  });

  it('a deletion of the call while the holder writes: one after the other, without a deadlock', async () => {
    const call = await storeModeObjects(service.db, accountId, false);
    const { body: link } = await newLink({ may: ['review'] }, call.callId);
    const { access_token } = await sessionOf(link.url);
    let answered: ReturnType<typeof answer> | undefined;
    let deleted: ReturnType<Ask> | undefined;
    await whileLocked('SELECT 1 FROM review_link WHERE id = $1 FOR UPDATE', link.id, async (waiting) => {
      answered = answer(call.evaluationId, access_token);
      await waiting(1);
      deleted = ask(`/analysis/${call.callId}`, { method: 'DELETE' });
      await waiting(2);
    });
    await expect(await answered).toAnswer(200);
    await expect(await deleted).toAnswer(200);
  });
});
