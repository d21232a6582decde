// Random events, endpoints and filters: who is told of what, by an expectation that shares nothing with the statement that
// records.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NewEvent } from '../../../src/webhooks/deliveries.service.js';
import { EVENT_TABLE, WEBHOOK_EVENTS, type WebhookEvent } from '../../../src/webhooks/event-table.js';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { Random } from '../../support/builders/random.js';
import { storedEvaluation, storedRescore } from '../../support/builders/stored-scorecards.js';
import { makeEndpoint } from '../../support/builders/webhook-endpoints.js';

const ACCOUNTS = 3;
const CALLS = 8;
const ENDPOINTS = 16;
const EVENTS = 240;
const AGENTS = ['agent-7', 'Agent-7', "o'hara"];
/** As clients write them, with text that stands for a number, a number, and nothing. */
const METADATA = [{}, { tier: '2' }, { tier: 2 }, { tier: null }, { tier: true, region: 'e"u' }, { region: 'e"u' }];
const WANTED_METADATA: readonly Readonly<Record<string, string>>[] = [
  { tier: '2' },
  { tier: 'true' },
  { region: 'e"u' },
  { region: 'e"u', tier: 'true' },
  { tier: '' },
];

interface Call {
  readonly id: string;
  readonly livemode: boolean;
  readonly agentId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly evaluation: { readonly id: string; readonly scorecardId: string };
}
interface Endpoint {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly events: readonly string[];
  readonly filter: { agent_id?: string; scorecard_id?: string; metadata?: Readonly<Record<string, string>> };
}
interface Account {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly rescore: { readonly id: string; readonly scorecardId: string };
  readonly redactionId: string;
}

let service: WebhookApp;
setUpWebhooks({ sends: false }, (given) => {
  ({ service } = given);
});

const scorecardOf = async (table: 'evaluation' | 'rescore', id: string): Promise<string> => {
  const [row]: { scorecard_id: string }[] = await service.sql.query(`SELECT scorecard_id FROM ${table} WHERE id = $1`, [
    id,
  ]);
  return row?.scorecard_id ?? '';
};

async function makeCall(random: Random, accountId: string): Promise<Call> {
  const livemode = random.below(4) > 0;
  const [agentId, metadata] = [random.of(AGENTS), random.of(METADATA)];
  const id = await service.analysis(accountId, { livemode });
  await service.sql.query('UPDATE analysis SET agent_id = $2, custom_metadata = $3 WHERE id = $1', [
    id,
    agentId,
    JSON.stringify(metadata),
  ]);
  const evaluationId = await storedEvaluation(service.sql, { accountId, analysisId: id, livemode });
  const evaluation = { id: evaluationId, scorecardId: await scorecardOf('evaluation', evaluationId) };
  return { id, livemode, agentId, metadata, evaluation };
}

async function makeAccount(random: Random): Promise<Account> {
  const id = await service.account();
  const calls: Call[] = [];
  for (let n = 0; n < CALLS; n++) calls.push(await makeCall(random, id));
  const rescoreId = await storedRescore(service.sql, id);
  const redactionId = randomUUID();
  await service.sql.query(
    `INSERT INTO redaction (id, account_id, livemode, request_id, wanted, filter, total) VALUES ($1, $2, true, 'r', '{}', '{}', 0)`,
    [redactionId, id],
  );
  return { id, calls, rescore: { id: rescoreId, scorecardId: await scorecardOf('rescore', rescoreId) }, redactionId };
}

/** Null for one that is refused, since none of its events can fit its filter. */
async function makeRandomEndpoint(random: Random, account: Account): Promise<Endpoint | null> {
  const livemode = random.below(4) > 0;
  const cards = [account.rescore.scorecardId, ...account.calls.map(({ evaluation }) => evaluation.scorecardId)];
  const filter = {
    ...(random.below(3) === 0 && { agent_id: random.of(AGENTS) }),
    ...(random.below(4) === 0 && { scorecard_id: random.of(cards) }),
    ...(random.below(3) === 0 && { metadata: random.of(WANTED_METADATA) }),
  };
  const events = random.below(2) === 0 ? ['*'] : [random.of(WEBHOOK_EVENTS), random.of(WEBHOOK_EVENTS)];
  service.actAs(account.id, livemode);
  const made = await makeEndpoint(service, 'http://127.0.0.1:9999/hook', { events, filter }).catch(() => null);
  return made && { id: made.id, accountId: account.id, livemode, events, filter };
}

interface Happened extends NewEvent {
  readonly call: Call | null;
}

/** Those of exports, batches, calibrations, judges, holds and disputes have tests of their own. */
const DRAWN = WEBHOOK_EVENTS.filter(
  (event) =>
    !['export', 'batch', 'calibration', 'judge_change', 'hold', 'erasure', 'dispute'].includes(
      EVENT_TABLE[event].subject,
    ),
);

function drawEvent(random: Random, account: Account): Happened {
  const event = random.of(DRAWN);
  const own = { url: random.of([null, 'http://127.0.0.1:9999/own']), events: [random.of(WEBHOOK_EVENTS), event] };
  const base = { accountId: account.id, event, webhook: random.below(2) === 0 ? own : { ...own, events: [] } };
  if (event === 'rescore.completed') {
    const { id: rescoreId, scorecardId } = account.rescore;
    return { ...base, analysisId: null, rescoreId, scorecardId, livemode: true, call: null };
  }
  if (event === 'redaction.completed')
    return { ...base, analysisId: null, redactionId: account.redactionId, livemode: true, call: null };
  const call = random.of(account.calls);
  const about = { ...base, analysisId: call.id, livemode: call.livemode, call };
  if (event === 'evaluation.completed' || event === 'evaluation.acknowledged')
    return { ...about, evaluationId: call.evaluation.id, scorecardId: call.evaluation.scorecardId };
  return event === 'analysis.reviewed' || event === 'analysis.corrected' ? { ...about, detailId: call.id } : about;
}

function fits({ accountId, livemode, events, filter }: Endpoint, happened: Happened): boolean {
  if (accountId !== happened.accountId || livemode !== happened.livemode) return false;
  if (!events.includes('*') && !events.includes(happened.event)) return false;
  const { agent_id, scorecard_id, metadata = {} } = filter;
  if (agent_id !== undefined && happened.call?.agentId !== agent_id) return false;
  if (scorecard_id !== undefined && happened.scorecardId !== scorecard_id) return false;
  return Object.entries(metadata).every(([key, text]) => {
    const value = happened.call?.metadata[key];
    return value !== undefined && value !== null && String(value) === text;
  });
}

it(`tells each of ${EVENTS} events to the endpoints that it fits, each once, and to no other`, async () => {
  const random = new Random(46);
  const accounts: Account[] = [];
  for (let n = 0; n < ACCOUNTS; n++) accounts.push(await makeAccount(random));
  const endpoints: Endpoint[] = [];
  for (let n = 0; n < ENDPOINTS * ACCOUNTS; n++) {
    const made = await makeRandomEndpoint(random, random.of(accounts)).catch(() => null);
    if (made) endpoints.push(made);
  }
  const told = new Map<WebhookEvent, number>();
  for (let n = 0; n < EVENTS; n++) {
    const happened = drawEvent(random, random.of(accounts));
    const { call: _, ...event } = happened;
    await service.sql.query('DELETE FROM webhook_delivery');
    await service.sql.transaction((tx) => service.deliveries.recordEvent(tx, event));
    const rows: { endpoint_id: string | null; event_id: string; status: string; livemode: boolean }[] =
      await service.sql.query('SELECT endpoint_id, event_id, status, livemode FROM webhook_delivery');
    const expected = endpoints.filter((endpoint) => fits(endpoint, happened)).map(({ id }) => id);
    const own = happened.webhook.url !== null && happened.webhook.events.includes(happened.event) ? [null] : [];
    expect(rows.map((row) => row.endpoint_id).sort(), JSON.stringify(happened)).toEqual([...expected, ...own].sort());
    expect(new Set(rows.map((row) => row.event_id)).size, 'ids of one event').toBeLessThanOrEqual(1);
    const left = rows.filter((row) => row.status !== (happened.livemode ? 'pending' : 'suppressed'));
    expect(left, 'deliveries in another status than those of their mode').toEqual([]);
    if (expected.length > 0) told.set(happened.event, (told.get(happened.event) ?? 0) + 1);
  }
  // Otherwise the draw would prove nothing.
  expect(endpoints.length).toBeGreaterThan(ENDPOINTS);
  expect([...told.keys()].sort(), 'events that someone was told of').toEqual(DRAWN.toSorted());
});
