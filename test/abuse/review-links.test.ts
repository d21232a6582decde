// Who has a review link, and wants more than its one call. Every route of the OpenAPI document is tried: a new one is closed to
// links until its decorator opens it, and then this test wants to see it refused for another call.
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type ModeObjects, storeModeObjects } from '../support/builders/mode-objects.js';
import { document, type Route } from '../support/clients/responses.js';
import { isWithoutBody } from '../support/clients/tus-requests.js';
import { answerTo } from '../support/matchers/answers.js';

const INVALID = { detail: 'The link is invalid or has expired' };
const UNAUTHORIZED = { detail: 'Invalid authentication credentials' };
const CLOSED = { detail: 'A review link opens one call and nothing else' };
const WRITING = ['review', 'correct', 'acknowledge', 'dispute'];
const ALL = ['read', ...WRITING];

let service: TestService;
let account: Account;
let stranger: Account;
/** The call of the link, and what hangs on it; another one of the same account. */
let own: ModeObjects;
let beside: ModeObjects;
let foreign: ModeObjects;
let ofTestMode: ModeObjects;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  [account, stranger] = [await service.openAccount(), await service.openAccount()];
  const idOf = async ({ email }: Account) =>
    (await service.db.query('SELECT id FROM account WHERE email = $1', [email])).rows[0].id;
  const id = await idOf(account);
  own = await storeModeObjects(service.db, id, true);
  beside = await storeModeObjects(service.db, id, true);
  foreign = await storeModeObjects(service.db, await idOf(stranger), true);
  ofTestMode = await storeModeObjects(service.db, id, false);
});
afterAll(() => service?.stop());

interface Sent {
  readonly json?: object;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(method: string, path: string, { json, credential, headers = {} }: Sent = {}) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return answerTo(`${method} ${path}`, {
    status: response.status,
    text,
    body: isJson && method !== 'HEAD' ? JSON.parse(text) : undefined,
  });
}

/** A link of the account, its token, and an access token of it. */
async function openLink(may: readonly string[] = ALL, callId = own.callId, credential = account.accessToken) {
  const json = { reviewer_id: 'mara', may };
  const made = await send('POST', `/analysis/${callId}/review-links`, { json, credential });
  await expect(made).toAnswer(201);
  const token = String(made.body.url).split('#review=')[1] ?? '';
  const opened = await send('POST', '/review/session', { json: { token } });
  await expect(opened).toAnswer(200);
  return { id: String(made.body.id), token, access: String(opened.body.access_token) };
}

const guarded = document.operations.filter(({ operation }) => (operation.security?.length ?? 0) > 0);
const withBody = guarded.filter((route) => !isWithoutBody(route));
const isOpened = ({ operation }: Route) => 'x-review-link' in operation;
const actOf = ({ operation }: Route): string => String(Reflect.get(operation, 'x-review-link'));
/** Routes of a call. Those of a calibration session open to other links. */
const isOfCall = (route: Route) => isOpened(route) && actOf(route) !== 'calibrate';
const named = (routes: readonly Route[]) =>
  routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);

/** The path with the ids of these objects. */
function pathOf({ path }: Route, objects: ModeObjects): string {
  const ids: Readonly<Record<string, string>> = {
    analysis: objects.callId,
    evaluations: objects.evaluationId,
    exports: objects.exportId,
    redactions: objects.redactionId,
    rescores: objects.rescoreId,
    scorecards: objects.cardId,
  };
  const known: Readonly<Record<string, string>> = {
    id: ids[path.split('/')[1] ?? ''] ?? objects.callId,
    revision: '1',
    delivery_id: objects.deliveryId,
    question: 'solved',
  };
  // A list names the call in its query.
  const query = path === '/disputes' ? `?analysis_id=${objects.callId}` : '';
  return path.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? randomUUID()) + query;
}

/** Without a body: a route that would take the link as its caller answers 422, and no test passes by a refused body. */
const tryRoute = (route: Route, objects: ModeObjects, credential: string) =>
  send(route.method.toUpperCase(), pathOf(route, objects), { credential });

describe('a link that may do everything', () => {
  it('opens the routes that are listed here, and the rest of the document is closed', () => {
    const opened = guarded.filter(isOpened).map(({ operation }) => operation.operationId);
    expect(opened.toSorted()).toEqual(OPENED.toSorted());
    expect(document.operations.filter((route) => isOpened(route) && !guarded.includes(route))).toEqual([]);
  });

  /** One for all routes: a call has a hundred links at most. */
  let link: ReturnType<typeof openLink> | null = null;
  const sharedLink = () => (link ??= openLink());

  it.each(named(guarded.filter((route) => !isOpened(route))))('%s: 403, also for its own call', async (_, route) => {
    const { access } = await sharedLink();
    for (const objects of [own, beside, foreign, ofTestMode])
      await expect(await tryRoute(route, objects, access)).toAnswer(403, isWithoutBody(route) ? '' : CLOSED);
  });

  it.each(named(guarded.filter((route) => isOpened(route) && !isOfCall(route))))(
    '%s: 404, since the link is of no calibration session',
    async (_, route) => {
      const { access } = await sharedLink();
      await expect(await tryRoute(route, own, access)).toAnswer(404, { detail: 'Calibration not found' });
    },
  );

  it.each(named(guarded.filter(isOfCall)))('%s: open for its own call alone, 404 for every other', async (_, route) => {
    const { access } = await sharedLink();
    const what = route.path.startsWith('/evaluations') ? 'Evaluation' : 'Analysis';
    for (const objects of [beside, foreign, ofTestMode])
      await expect(await tryRoute(route, objects, access)).toAnswer(404, { detail: `${what} not found` });
    const answer = await tryRoute(route, own, access);
    expect([401, 403], `${answer.status} ${answer.text}`).not.toContain(answer.status);
    expect(answer.body, 'the answer for its own call').not.toEqual({ detail: `${what} not found` });
  });

  it.each([
    ['a list with a filter that names the call', () => `/analysis?agent_id=agent-7`],
    ['another id behind its own', () => `/analysis/${own.callId}/../${beside.callId}`],
    ['its own id as a query', () => `/analysis/${beside.callId}?id=${own.callId}`],
    ['an evaluation of another call below its own', () => `/analysis/${own.callId}/evaluations/${beside.evaluationId}`],
    ['no id', () => '/analysis/abc'],
    ['an evaluation that is no id', () => '/evaluations/abc'],
    ['a list that names two calls', () => `/disputes?analysis_id=${own.callId}&analysis_id=${beside.callId}`],
    ['a list that names no call', () => '/disputes'],
    ['two ids', () => `/analysis/${own.callId}%2F${beside.callId}`],
  ])('does not get at others by %s', async (_, path) => {
    const { access } = await openLink();
    const answer = await send('GET', path(), { credential: access });
    expect([403, 404, 422], `${answer.status} ${answer.text}`).toContain(answer.status);
    expect(answer.text).not.toContain('"object"');
  });

  it('of a test call opens that, and no live call', async () => {
    const { access } = await openLink(ALL, ofTestMode.callId);
    const answer = await send('GET', `/evaluations/${ofTestMode.evaluationId}`, { credential: access });
    await expect(answer).toAnswer(200);
    for (const objects of [own, beside, foreign])
      for (const [, route] of named(guarded.filter(isOpened)))
        await expect(await tryRoute(route, objects, access)).toAnswer(404);
  });
});

describe('a link that may less than a route asks for', () => {
  const SENTENCES: Readonly<Record<string, string>> = {
    review: 'This link does not allow reviews',
    correct: 'This link does not allow corrections',
    acknowledge: 'This link does not allow acknowledgements',
    dispute: 'This link does not allow disputes',
  };
  const writing = guarded.filter((route) => isOfCall(route) && actOf(route) !== 'read');

  it.each(named(writing))('%s: 403, whatever else it may', async (_, route) => {
    const act = actOf(route);
    const others = WRITING.filter((other) => other !== act);
    for (const may of [['read'], ['read', ...others]]) {
      const { access } = await openLink(may);
      await expect(await tryRoute(route, own, access)).toAnswer(403, { detail: SENTENCES[act] });
    }
  });

  it.each(named(writing))('%s: 403 once the row says less, whatever the token was given for', async (_, route) => {
    const { id, access } = await openLink();
    await service.db.query(`UPDATE review_link SET may = '{read}' WHERE id = $1`, [id]);
    await expect(await tryRoute(route, own, access)).toAnswer(403, { detail: SENTENCES[actOf(route)] });
  });
});

describe('a link that does not open any more', () => {
  const ends: [string, (id: string) => Promise<unknown>][] = [
    [
      'ended by its account',
      async (id) => {
        const path = `/analysis/${own.callId}/review-links/${id}`;
        await expect(await send('DELETE', path, { credential: account.accessToken })).toAnswer(200);
      },
    ],
    [
      'expired',
      (id) => service.db.query(`UPDATE review_link SET expires_at = now() - interval '1 ms' WHERE id = $1`, [id]),
    ],
    ['without a row', (id) => service.db.query('DELETE FROM review_link WHERE id = $1', [id])],
  ];
  it.each(ends)('%s: refused on every route, and gives no new token', async (_, end) => {
    const { id, token, access } = await openLink();
    await end(id);
    for (const route of withBody) await expect(await tryRoute(route, own, access)).toAnswer(403, INVALID);
    await expect(await send('POST', '/review/session', { json: { token } })).toAnswer(403, INVALID);
  });

  it('of a deleted call, and of a deleted account: refused', async () => {
    const owner = await service.openAccount();
    const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [owner.email]);
    const objects = await storeModeObjects(service.db, rows[0].id, true);
    const open = async (callId: string) => ({ callId, ...(await openLink(ALL, callId, owner.accessToken)) });
    const links = [await open(objects.callId), await open(objects.otherCallId)];
    await service.db.query("UPDATE hold SET status = 'released', released_at = now()");
    await expect(await send('DELETE', `/analysis/${objects.callId}`, { credential: owner.accessToken })).toAnswer(200);
    const json = { current_password: owner.password };
    await expect(await send('DELETE', '/users/me', { json, credential: owner.accessToken })).toAnswer(200);
    for (const { callId, token, access } of links) {
      await expect(await send('GET', `/analysis/${callId}`, { credential: access })).toAnswer(403, INVALID);
      await expect(await send('POST', '/review/session', { json: { token } })).toAnswer(403, INVALID);
    }
  });
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const HEADER = { alg: 'HS256', typ: 'review+jwt' };

describe('a forged token', () => {
  let link: Awaited<ReturnType<typeof openLink>>;
  let keys: { readonly link: Buffer; readonly account: Buffer };
  beforeAll(async () => {
    link = await openLink();
    const { secrets } = loadConfig(service.env);
    keys = { link: secrets.reviewLinks, account: secrets.jwt };
  });

  const claims = () => ({
    sub: link.id,
    iat: now(),
    exp: now() + 600,
    jti: randomUUID(),
    iss: 'call-analysis',
    aud: 'call-analysis-review-link',
  });
  const sign = (payload: object, header: object = HEADER, key: Buffer = keys.link, hash = 'sha256') => {
    const body = `${encode(header)}.${encode(payload)}`;
    return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
  };
  const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));
  const read = (credential: string) => send('GET', `/evaluations/${own.evaluationId}`, { credential });

  it('with every claim right is taken, so that the others fail for one reason each', async () => {
    await expect(await read(sign(claims()))).toAnswer(200);
  });

  const accountId = async () =>
    String((await service.db.query('SELECT account_id FROM review_link WHERE id = $1', [link.id])).rows[0].account_id);
  const asAccount = async () => ({
    ...claims(),
    sub: await accountId(),
    aud: 'call-analysis-api',
    type: 'access',
    epoch: 0,
  });
  const forgeries: [string, () => string | Promise<string>][] = [
    ['alg none', () => `${encode({ ...HEADER, alg: 'none' })}.${encode(claims())}.`],
    ['a signature cut off', () => `${link.access.split('.').slice(0, 2).join('.')}.`],
    [
      'one letter changed',
      () => link.access.replace(/\.(.)(?=[^.]*$)/, (_, letter) => `.${letter === 'A' ? 'B' : 'A'}`),
    ],
    ['another link in it', () => link.access.replace(/\.[^.]+\./, `.${encode({ ...claims(), sub: randomUUID() })}.`)],
    ['HS512 with the right key', () => sign(claims(), { ...HEADER, alg: 'HS512' }, keys.link, 'sha512')],
    ['RS256 in the header over an HMAC', () => sign(claims(), { ...HEADER, alg: 'RS256' })],
    ["the key of an account's tokens", () => sign(claims(), HEADER, keys.account)],
    ['an empty key', () => sign(claims(), { ...HEADER, kid: '/dev/null' }, Buffer.alloc(0))],
    ['no exp', () => sign(without('exp'))],
    ['no sub', () => sign(without('sub'))],
    ['no jti', () => sign(without('jti'))],
    ['no audience', () => sign(without('aud'))],
    ['the audience of accounts', () => sign({ ...claims(), aud: 'call-analysis-api' })],
    ['another issuer', () => sign({ ...claims(), iss: 'somebody-else' })],
    ['exp as text', () => sign({ ...claims(), exp: String(now() + 600) })],
    ['nbf ahead', () => sign({ ...claims(), nbf: now() + 600 })],
    ['a subject that is no id', () => sign({ ...claims(), sub: "' OR 1=1" })],
    ['the plain type of tokens', () => sign(claims(), { alg: 'HS256', typ: 'JWT' })],
    ['the account in it, signed as a link', async () => sign(await asAccount())],
    [
      'the account in it, signed as a link, of the plain type',
      async () => sign(await asAccount(), { alg: 'HS256', typ: 'JWT' }),
    ],
    ["the account's claims and key, of the type of links", async () => sign(await asAccount(), HEADER, keys.account)],
    [
      "a link's claims with the account's type",
      () => sign({ ...claims(), type: 'access', epoch: 0 }, { alg: 'HS256', typ: 'JWT' }, keys.account),
    ],
    ['the token of the link itself', () => link.token],
  ];
  it.each(forgeries)('is refused: %s', async (_, forge) => {
    await expect(await read(await forge())).toAnswer(401, UNAUTHORIZED);
  });

  it('is refused as expired where its half hour is over and the link still works', async () => {
    await expect(await read(sign({ ...claims(), exp: now() - 1 }))).toAnswer(401, { detail: 'Token has expired' });
  });

  it('that names no link of ours is refused as every link that does not open', async () => {
    await expect(await read(sign({ ...claims(), sub: randomUUID() }))).toAnswer(403, INVALID);
  });

  it('gains nothing by claims of what it may, where it belongs and whose it is', async () => {
    const { id } = await openLink(['read']);
    const wide = { may: ALL, scopes: ['analysis:write'], analysis_id: beside.callId, account_id: await accountId() };
    const forged = sign({ ...claims(), ...wide, sub: id });
    const answer = await send('PUT', `/evaluations/${own.evaluationId}/answers/solved`, {
      credential: forged,
      json: { answer: 'yes' },
    });
    await expect(answer).toAnswer(403, { detail: 'This link does not allow reviews' });
    await expect(await send('GET', `/analysis/${beside.callId}`, { credential: forged })).toAnswer(404);
  });
});

describe('a token where another kind belongs', () => {
  it("a link's as an API key, as a refresh token, and beside another credential: refused", async () => {
    const { access, token } = await openLink();
    const path = `/analysis/${own.callId}`;
    for (const value of [access, token]) {
      await expect(await send('GET', path, { headers: { 'x-api-key': value } })).toAnswer(401, UNAUTHORIZED);
      await expect(await send('POST', '/auth/refresh', { json: { refresh_token: value } })).toAnswer(401, UNAUTHORIZED);
    }
    const both = await send('GET', path, { credential: access, headers: { 'x-api-key': account.liveKey } });
    await expect(both).toAnswer(401, UNAUTHORIZED);
  });

  it.each<[string, (open: { access: string; token: string }) => string]>([
    ['an access token of the account', () => account.accessToken],
    ['an API key', () => account.liveKey],
    ['an access token of a link', ({ access }) => access],
    ['the token with a letter changed', ({ token }) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['the token with a space', ({ token }) => `${token} `],
    ['a token that never was', () => 'x'.repeat(43)],
  ])('%s opens no session', async (_, forged) => {
    const json = { token: forged(await openLink()) };
    await expect(await send('POST', '/review/session', { json })).toAnswer(403, INVALID);
  });

  it('another account cannot make, see or end a link', async () => {
    const { id } = await openLink();
    const links = `/analysis/${own.callId}/review-links`;
    const credential = stranger.accessToken;
    const json = { reviewer_id: 'mara', may: ALL };
    await expect(await send('POST', links, { json, credential })).toAnswer(404, { detail: 'Analysis not found' });
    await expect(await send('GET', links, { credential })).toAnswer(404, { detail: 'Analysis not found' });
    for (const method of ['GET', 'DELETE'])
      await expect(await send(method, `${links}/${id}`, { credential })).toAnswer(404, {
        detail: 'Review link not found',
      });
  });

  it('guesses at tokens are limited by the client address, as log-ins are', async () => {
    const limited = await startTestService({ PROCESS: 'api', RATE_LIMIT_AUTH: '5' });
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 12; guess++)
        statuses.push(
          (
            await fetch(`${limited.baseUrl}/review/session`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ token: `${guess}`.repeat(40) }),
            })
          ).status,
        );
      expect(statuses.slice(0, 5)).toEqual(Array(5).fill(403));
      // A new minute may begin once on the way.
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    } finally {
      await limited.stop();
    }
  });
});

const OPENED = [
  'getAnalysis exportTranscript getWaveform getAnalysisAudio listAnalysisEvaluations getEvaluation answerEvaluationQuestion',
  'createReview listAnalysisReviews createCorrection listCorrections getCorrection acknowledgeEvaluation',
  'createDispute listDisputes getCalibration getCalibrationItem rateCall',
].flatMap((names) => names.split(' '));
