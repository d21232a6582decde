// Every route of the OpenAPI document with its costliest request, eight at a time, beside another account: what costs no minutes
// has two slots of its account and the others wait, and no piece of a body is parsed that could hold the event loop.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { document, type Route } from '../support/clients/responses.js';
import { takesBytes } from '../support/clients/tus-requests.js';
import { answerTo } from '../support/matchers/answers.js';
import { type WatchedSlots, watchSlots } from '../support/processes/watch-slots.js';

const AT_ONCE = 8;
const MAX_OF_ACCOUNT = 2;
const MAX_VALUES_PARSED = 20_000;
const FORM_TYPE = 'application/x-www-form-urlencoded';

let service: TestService;
let busy: Account;
let accountId: string;
let neighbour: Account;
let scorecardId: string;
let slots: WatchedSlots;
let mostParsed = 0;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  busy = await service.openAccount();
  neighbour = await service.openAccount();
  const user = checkedPaths(service.baseUrl, busy.accessToken);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [busy.email]);
  accountId = rows[0].id;
  scorecardId = (await user.post('/scorecards', { body: { name: 'Card' } })).id;
  slots = watchSlots();
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    if (text.length > 20_000) mostParsed = Math.max(mostParsed, text.split(',').length);
    return parse(text, reviver);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  slots?.stop();
  await service?.stop();
});

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_${n}`, n]));
/** Over what is parsed without a slot, and under what is refused. */
const UNKNOWN = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`unknown_${n}`, members(400)]));
const item = (n: number) => ({ audio_url: `https://example.com/${n}`, ...members(15), metadata: metadata(n) });
const metadata = (n: number) => Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key_${n}_${at}`, n]));

interface Costly {
  readonly query?: string;
  readonly body?: () => object;
}

/** Requests that cost more than a body of unknown members, each in slots. */
const COSTLIEST: Readonly<Record<string, Costly>> = {
  getStatistics: {
    query:
      '?group_by=day&compare=previous&timezone=Europe/Berlin&created_after=2025-01-01T00:00:00Z&created_before=2026-06-01T00:00:00Z',
  },
  searchCalls: { query: '?q=the' },
  createBatch: { body: () => ({ items: Array.from({ length: 150 }, (_, n) => item(n)) }) },
  createRescore: { body: () => ({ scorecard_id: scorecardId, dry_run: true }) },
  createRedaction: { body: () => ({ dry_run: true }) },
  createEngineTrial: { body: () => ({ task: 'analysis', engines: ['a', 'b'], count: 200, dry_run: true }) },
  testSource: { body: () => ({}) },
};

const routes = document.operations.filter(
  (route) =>
    !takesBytes(route) && !['openEvents', 'streamAnalysisEvents'].includes(String(route.operation.operationId)),
);
/** The account and its keys stay. */
const isLast = ({ operation }: Route) => operation.operationId === 'deleteCurrentUser';

async function send(route: Route): Promise<number> {
  const { operationId = '', requestBody } = route.operation;
  const { query = '', body } = COSTLIEST[operationId] ?? {};
  const path = route.path.replace('{revision}', '1').replace(/\{\w+\}/g, () => randomUUID());
  const isForm = requestBody?.content[FORM_TYPE] !== undefined;
  const sent = requestBody || body ? JSON.stringify(body?.() ?? UNKNOWN) : null;
  const response = await fetch(`${service.baseUrl}${path}${query}`, {
    method: route.method.toUpperCase(),
    headers: {
      ...(route.operation.security?.length && { authorization: `Bearer ${busy.accessToken}` }),
      ...(sent !== null && { 'content-type': isForm ? FORM_TYPE : 'application/json' }),
    },
    body: sent !== null && isForm ? new URLSearchParams({ body: sent }).toString() : sent,
  });
  await response.arrayBuffer();
  return response.status;
}

const ask = (url: string, token?: string) =>
  fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

it.each(
  routes
    .filter((route) => !isLast(route))
    .map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const),
)('%s, eight at a time, has two slots and leaves the others their turns', async (name, route) => {
  slots.forget();
  const pending = Promise.all(Array.from({ length: AT_ONCE }, () => send(route)));
  const [own, live] = await Promise.all([
    ask(`${service.baseUrl}/users/me`, neighbour.accessToken),
    ask(`${service.rootUrl}/health/live`),
  ]);
  for (const answer of [own, live]) await expect(answer).toAnswer(200);
  const statuses = await pending;
  for (const status of statuses) await expect(answerTo(name, { status, body: null })).not.toAnswer(500);
  const costly = COSTLIEST[String(route.operation.operationId)];
  if (costly) expect(slots.begun(accountId), 'tasks in slots').toBeGreaterThanOrEqual(AT_ONCE);
  expect(slots.most(accountId), 'tasks of the account at work').toBeLessThanOrEqual(MAX_OF_ACCOUNT);
  expect(mostParsed, 'values parsed at once').toBeLessThanOrEqual(MAX_VALUES_PARSED);
});
