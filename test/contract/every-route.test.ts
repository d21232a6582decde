// Every route of the OpenAPI document with each kind of request that the service refuses before the work of the route begins.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../src/access/scopes.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { contractFetch, document, type Route } from '../support/clients/responses.js';
import { isWithoutBody, takesBytes, tusHeaders } from '../support/clients/tus-requests.js';
import { answerTo } from '../support/matchers/answers.js';

const ALL_SCOPES = KEY_SCOPES;
const NO_UUID = { type: 'uuid_parsing', msg: 'Input should be a valid UUID, unable to parse string as a UUID' };
const NO_NUMBER = { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' };
const UNAUTHORIZED = { detail: 'Invalid authentication credentials' };
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Neither the form nor the checksum of this key is right. */
const WRONG_KEY = `sk_live_${'A'.repeat(49)}`;

const FORM = {
  sections: [
    {
      key: 'opening',
      title: 'Opening',
      weight: 1,
      questions: [
        {
          key: 'greeting',
          text: 'Did the agent greet the customer?',
          weight: 1,
          answers: [
            { key: 'yes', label: 'Yes', points: 1 },
            { key: 'no', label: 'No', points: 0 },
          ],
          judge: { kind: 'finding' as const, finding: 'greeting', answer: 'yes', otherwise: 'no' },
        },
      ],
    },
  ],
};

let service: TestService;
let owner: Account;
let stranger: Account;
let analysisId: string;
let keyId: string;
let scorecardId: string;
const keyWithout = new Map<string, string>();

beforeAll(async () => {
  // No worker runs, so that submitted calls keep their state.
  service = await startTestService({
    PROCESS: 'api',
    RATE_LIMIT_DEFAULT: '100000',
    RATE_LIMIT_SUBMISSION: '100000',
    RATE_LIMIT_AUTH: '100000',
  });
  owner = await service.openAccount();
  stranger = await service.openAccount();
  const user = checkedPaths(service.baseUrl, owner.accessToken);
  const submission = { audio_url: 'https://example.com/call.wav', agent_id: 'agent-7', contact_id: 'cust-42' };
  analysisId = (await checkedPaths(service.baseUrl, owner.liveKey).post('/analysis', { body: submission })).id;
  scorecardId = (await user.post('/scorecards', { body: { name: 'Card' } })).id;
  await user.post('/scorecards/{id}/revisions', { path: { id: scorecardId }, body: FORM });
  keyId = (await user.post('/api-keys', { body: { name: 'Other' } })).id;
  for (const scope of ALL_SCOPES) {
    const scopes = ALL_SCOPES.filter((other) => other !== scope);
    keyWithout.set(scope, (await user.post('/api-keys', { body: { name: scope, scopes } })).key);
  }
});
afterAll(() => service?.stop());

const guarded = ({ operation }: Route) => (operation.security?.length ?? 0) > 0;
const tokenOnly = (route: Route) => guarded(route) && !route.operation.security?.some((scheme) => 'api_key' in scheme);
const takesBody = ({ operation }: Route) => operation.requestBody !== undefined;
const takesId = ({ operation }: Route) =>
  operation.parameters?.some((parameter) => parameter.in === 'path' && parameter.schema?.format === 'uuid') ?? false;
const urlencoded = ({ operation }: Route) => operation.requestBody?.content[FORM_TYPE] !== undefined;
/** Of senders who sign the bytes. */
const raw = ({ operation }: Route) =>
  ['receivePaymentEvent', 'receiveTwilioCallback', 'createUpload', 'appendToUpload'].includes(
    operation.operationId ?? '',
  );

const named = (route: Route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const;
const every = (wanted: (route: Route) => boolean) => document.operations.filter(wanted).map(named);

/** By the beginning of the path, what its `id` names. */
const ID_OF: Readonly<Record<string, () => string>> = {
  batches: randomUUID,
  calibrations: randomUUID,
  disputes: randomUUID,
  samples: randomUUID,
  scorecards: () => scorecardId,
  // Of no account: the tests of these routes meet those of others.
  evaluations: randomUUID,
  ...Object.fromEntries(['exports', 'erasures', 'holds'].map((name) => [name, randomUUID])),
  invitations: randomUUID,
  members: randomUUID,
  redactions: randomUUID,
  rescores: randomUUID,
  sources: randomUUID,
  uploads: randomUUID,
  webhooks: randomUUID,
};

function urlOf(path: string, ids: Readonly<Record<string, string>> = {}): string {
  const id = ID_OF[path.split('/')[1] ?? '']?.() ?? analysisId;
  const known: Readonly<Record<string, string>> = { id, key_id: keyId, revision: '1', ...ids };
  return `${service.baseUrl}${path.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? randomUUID())}`;
}

async function send(route: Route, init: RequestInit & { ids?: Readonly<Record<string, string>> } = {}) {
  const { ids, headers, ...rest } = init;
  const response = await contractFetch(urlOf(route.path, ids), {
    method: route.method.toUpperCase(),
    headers: { ...tusHeaders(route), ...(headers as Record<string, string>) },
    ...rest,
  });
  const body = isWithoutBody(route) ? undefined : JSON.parse(await response.text());
  const answer = { status: response.status, body, headers: response.headers };
  return answerTo(`${route.method.toUpperCase()} ${route.path}`, answer);
}

/** The body that an answer of the route has. */
const told = (route: Route, body: object) => (isWithoutBody(route) ? undefined : body);
const as = (credential: string) => ({ authorization: `Bearer ${credential}` });
const credentialFor = (route: Route): Record<string, string> => (guarded(route) ? as(owner.accessToken) : {});
/** By the beginning of the path, what is not found. */
const WHAT: Readonly<Record<string, string>> = {
  batches: 'Batch',
  calibrations: 'Calibration',
  disputes: 'Dispute',
  'engine-trials': 'Engine trial',
  samples: 'Sample',
  scorecards: 'Scorecard',
  evaluations: 'Evaluation',
  exports: 'Export',
  erasures: 'Erasure',
  holds: 'Hold',
  invitations: 'Invitation',
  members: 'Member',
  redactions: 'Redaction',
  rescores: 'Rescore',
  sources: 'Source',
  uploads: 'Upload',
  webhooks: 'Webhook endpoint',
};
/** Nothing else is wrong with it. */
const BODIES: Readonly<Record<string, object>> = {
  createBatch: { items: [{}] },
  releaseHold: { reason: 'Settled' },
  createCalibrationLink: { reviewer_id: 'mara' },
  acknowledgeEvaluation: { agent_id: 'agent-7' },
  createDispute: { raised_by: 'agent-7', answers: [{ question: 'solved', claim: 'yes', note: 'It was.' }] },
  resolveDispute: { reviewer_id: 'mara', decision: 'upheld', note: 'It was not.' },
  rateCall: { answers: [{ question: 'notice', answer: 'yes' }] },
  createReview: { reviewer_id: 'mara' },
  createCorrection: { base_version: 1, swap_roles: true, reviewer_id: 'mara' },
  redactAnalysis: { preset: 'pci' },
  createReviewLink: { reviewer_id: 'mara', may: ['read'] },
  createEvaluation: { scorecard_id: randomUUID() },
  answerEvaluationQuestion: { answer: 'yes' },
  releaseReview: { reviewer_id: 'mara' },
  dismissReview: { reviewer_id: 'mara' },
  tryScorecardRevision: { analysis_ids: [randomUUID()] },
  checkScorecardRevision: { analysis_ids: [randomUUID()] },
  rescanSource: {},
  updateSource: {
    name: 'Calls',
    kind: 's3',
    bucket: 'recordings',
    credentials: { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'secret' },
    naming: { preset: 'amazon_connect' },
  },
  updateMember: { name: 'Grace' },
  transferAccount: { current_password: 'correct horse battery' },
  updateScorecard: { name: 'Card' },
  createScorecardRevision: FORM,
  updateScorecardRevision: FORM,
  updateRedactionSettings: { preset: 'pci' },
  createWebhookEndpoint: { url: 'https://example.com/hook', events: ['*'] },
  updateWebhookEndpoint: { url: 'https://example.com/hook', events: ['*'] },
  testWebhookEndpoint: { event: 'analysis.failed' },
  recoverWebhookEndpoint: { since: new Date().toISOString() },
};
const bodyFor = (route: Route) =>
  takesBody(route) && !takesBytes(route)
    ? JSON.stringify(BODIES[route.operation.operationId ?? ''] ?? { webhook_url: 'https://example.com/hook' })
    : null;
const JSON_TYPE = { 'content-type': 'application/json' };
const takesJson = (route: Route) => takesBody(route) && !raw(route) && !urlencoded(route);

describe('no credentials', () => {
  it.each(every(guarded))(
    '%s: 401 that says how to authenticate [endpoints 8, authentication 11, errors 3 13, limits 10]',
    async (_, route) => {
      const answer = await send(route);
      await expect(answer).toAnswer(401, told(route, UNAUTHORIZED));
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );
});

describe('wrong credentials', () => {
  it.each(every(guarded))('%s: 401, whatever is wrong about them [authentication 11, errors 15]', async (_, route) => {
    const wrong: Record<string, string>[] = [
      as('abc'),
      as(`${owner.accessToken.slice(0, -2)}xx`),
      as(WRONG_KEY),
      { 'x-api-key': WRONG_KEY },
      { 'x-api-key': owner.accessToken },
      { authorization: `Basic ${btoa('a:b')}` },
      { ...as(owner.liveKey), 'x-api-key': stranger.liveKey },
    ];
    for (const headers of wrong) {
      const answer = await send(route, { headers });
      await expect(answer).toAnswer(401, told(route, UNAUTHORIZED));
    }
  });
});

describe("another account's id", () => {
  const SENTENCES: Readonly<Record<string, string>> = {
    revokeApiKey: 'API key not found',
    getCorrection: 'Correction not found',
    getWebhookDelivery: 'Delivery not found',
    redeliverWebhook: 'Delivery not found',
    getReviewLink: 'Review link not found',
    deleteReviewLink: 'Review link not found',
    getCalibrationLink: 'Review link not found',
    deleteCalibrationLink: 'Review link not found',
    getRescore: 'Rescore not found',
    cancelRescore: 'Rescore not found',
  };
  it.each(every((route) => guarded(route) && takesId(route)))(
    '%s: 404, never 403 [endpoints 20, errors 6, fault 75]',
    async (_, route) => {
      const headers = { ...as(stranger.accessToken), ...(takesBody(route) && !takesBytes(route) && JSON_TYPE) };
      const body = bodyFor(route);
      const answer = await send(route, { headers, body });
      await expect(answer).toAnswer(404);
      const what = WHAT[route.path.split('/')[1] ?? ''] ?? 'Analysis';
      const detail = SENTENCES[route.operation.operationId ?? ''] ?? `${what} not found`;
      expect(answer.body).toEqual(told(route, { detail }));
      const unknown = await send(route, { headers, body, ids: { id: randomUUID(), key_id: randomUUID() } });
      expect(unknown.body).toEqual(answer.body);
    },
  );

  it('leaves the things of the owner alone [resources 14, fault 75]', async () => {
    const read = await fetch(urlOf('/analysis/{id}'), { headers: as(owner.liveKey) });
    expect(JSON.parse(await read.text())).toMatchObject({ id: analysisId, metadata: { webhook_url: null } });
    const keys = await fetch(urlOf('/api-keys'), { headers: as(owner.accessToken) });
    const { items }: { items: { id: string }[] } = JSON.parse(await keys.text());
    expect(items.map(({ id }) => id)).toContain(keyId);
  });
});

describe('a key that may not', () => {
  it.each(every((route) => route.operation['x-required-scope'] !== undefined))(
    '%s: 403 that names the scope [authentication 13, errors 5]',
    async (_, route) => {
      const scope = route.operation['x-required-scope'] ?? '';
      const answer = await send(route, { headers: { 'x-api-key': keyWithout.get(scope) ?? '' } });
      await expect(answer).toAnswer(403, told(route, { detail: `API key lacks the scope ${scope}` }));
    },
  );

  it('is kept from all that only the holder of the account does, and from nothing else', () => {
    expect(document.operations.filter(tokenOnly).map(({ operation }) => operation.operationId)).toEqual(
      `listMembers getMember updateMember deleteMember transferAccount listMemberNames createInvitation
        listInvitations deleteInvitation resendInvitation getSignIn updateSignIn deleteSignIn testSignIn
        verifySignInDomain updateCurrentUser deleteCurrentUser createApiKey listApiKeys revokeApiKey
        createSubscription updateSubscription cancelSubscription getCustomerPortal getWebhookSecret
        rotateWebhookSecret getWebhookEndpointSecret`.split(/\s+/),
    );
  });

  it.each(every(tokenOnly))(
    '%s: 403 that asks for an access token [endpoints 8, authentication 1 13]',
    async (_, route) => {
      const answer = await send(route, { headers: as(owner.liveKey) });
      await expect(answer).toAnswer(403, { detail: 'This action requires a user access token' });
    },
  );
});

describe('a broken percent escape in the path', () => {
  const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  it.each(every(({ path }) => parametersIn(path).length > 0))('%s: 400 that says so', async (_, route) => {
    const headers = { ...credentialFor(route), ...(takesBody(route) && !takesBytes(route) && JSON_TYPE) };
    for (const name of parametersIn(route.path))
      for (const broken of ['%', '%2', '%zz', '%E0%A4%A', 'a%C3']) {
        const answer = await send(route, { headers, body: bodyFor(route), ids: { [name]: broken } });
        await expect(answer).toAnswer(400, told(route, { detail: 'The request path is not valid' }));
      }
  });
});

describe('a malformed id', () => {
  it.each(every((route) => guarded(route) && takesId(route)))(
    '%s: 422 that says where [errors 7 11]',
    async (_, route) => {
      const headers = { ...credentialFor(route), ...(takesBody(route) && !takesBytes(route) && JSON_TYPE) };
      const body = bodyFor(route);
      for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) {
        // A key of the form and a name: any text is one.
        if (name === 'question' || name === 'reviewer_id') continue;
        const answer = await send(route, { headers, body, ids: { [name]: 'abc' } });
        const fault = name === 'revision' ? NO_NUMBER : NO_UUID;
        const item = { ...fault, loc: ['path', name], input: 'abc' };
        await expect(answer).toAnswer(422, told(route, { detail: [item] }));
      }
    },
  );

  it.each([
    '/recordings/abc?content_type=a&file_name=b&expires=1&signature=c',
    '/exports/abc/file?expires=1&signature=c',
    '/reports/abc?livemode=true&expires=1&signature=c',
  ])('GET %s: 403, as for every link that was altered', async (link) => {
    const response = await contractFetch(`${service.baseUrl}${link}`);
    await expect(response).toAnswer(403, { detail: 'The link is invalid or has expired' });
  });
});

describe('an unknown query parameter', () => {
  it.each(every((route) => !raw(route)))('%s: 422 that names it [settled 10]', async (_, route) => {
    const response = await contractFetch(`${urlOf(route.path)}?unheard_of=1`, {
      method: route.method.toUpperCase(),
      headers: { ...tusHeaders(route), ...credentialFor(route) },
    });
    const text = await response.text();
    await expect(response).toAnswer(422);
    if (isWithoutBody(route)) return;
    const { detail } = JSON.parse(text);
    expect(detail).toEqual(
      expect.arrayContaining([
        {
          type: 'extra_forbidden',
          loc: ['query', 'unheard_of'],
          msg: 'Extra inputs are not permitted',
          input: '1',
        },
      ]),
    );
  });
});

describe('malformed JSON', () => {
  it.each(every(takesJson))('%s: 422 json_invalid [errors 7]', async (_, route) => {
    const headers = { ...credentialFor(route), ...JSON_TYPE };
    for (const body of ['{"a":', 'nonsense', '{"a":1}}']) {
      const answer = await send(route, { headers, body });
      const item = { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' };
      await expect(answer).toAnswer(422, { detail: [item] });
    }
  });

  it.each(every(takesJson))('%s: 422 for JSON that is no object', async (_, route) => {
    const headers = { ...credentialFor(route), ...JSON_TYPE };
    for (const body of ['[]', '"text"', '7']) {
      const answer = await send(route, { headers, body });
      const item = { type: 'dict_type', loc: ['body'], msg: 'Input should be a valid dictionary' };
      await expect(answer).toAnswer(422, { detail: [item] });
    }
  });
});

describe('a body that cannot be unpacked', () => {
  it.each(every((route) => takesBody(route) && !raw(route)))('%s: 400', async (_, route) => {
    const type = urlencoded(route) ? { 'content-type': FORM_TYPE } : JSON_TYPE;
    const headers = { ...credentialFor(route), ...type, 'content-encoding': 'gzip' };
    const answer = await send(route, { headers, body: 'no gzip' });
    await expect(answer).toAnswer(400, { detail: 'The request body could not be read' });
  });
});

describe('a wrong content type', () => {
  it.each(every((route) => /post|put/.test(route.method) && !raw(route)))('%s: 422 content_type', async (_, route) => {
    const form = route.operation.operationId === 'createAnalysis';
    const json = form ? 'multipart/form-data or application/json' : 'application/json';
    const msg = `The Content-Type should be ${urlencoded(route) ? FORM_TYPE : json}`;
    for (const type of ['text/plain', urlencoded(route) ? 'application/json' : FORM_TYPE]) {
      const answer = await send(route, { headers: { ...credentialFor(route), 'content-type': type }, body: '{}' });
      const item = { type: 'content_type', loc: ['header', 'content-type'], msg };
      await expect(answer).toAnswer(422, { detail: [item] });
      if (takesBody(route)) expect(document.examples(route.operation, '422')).toContainEqual([item]);
    }
    // Sent as bytes: for a string, fetch would add a content type.
    const untyped = await send(route, { headers: credentialFor(route), body: new Uint8Array([123, 125]) });
    expect(untyped.body.detail[0].type).toBe('content_type');
  });

  it("POST /webhooks/stripe: of any type, since the provider's signature is over the bytes", async () => {
    const headers = { 'content-type': 'text/plain', 'stripe-signature': 't=1,v1=0' };
    const response = await contractFetch(`${service.baseUrl}/webhooks/stripe`, { method: 'POST', headers, body: 'x' });
    await expect(response).toAnswer(404, { detail: 'No payment provider is configured' });
  });
});
