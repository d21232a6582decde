// What another account stores changes no answer: the same questions are asked before and after it has calls of its own, by the
// same agents, with the same contacts and the same words.
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORTED_ROWS } from '../../src/wire/export-columns.js';
import {
  AGENTS,
  CONTACTS,
  drawStore,
  OUTCOMES,
  type RandomStore,
  RULES,
  TEAMS,
} from '../insight/statistics/reading/random-store.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { exportFile } from '../support/builders/exported-calls.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { Random } from '../support/builders/random.js';
import { addSaidCall } from '../support/builders/said-calls.js';
import { copyCall } from '../support/builders/stored-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

const QUESTIONS = 200;
const CALLS = 120;
const WORDS = ['refund', 'invoice', 'router', 'thank', 'waiting'];
const TIME = 'created_after=2025-01-01T00:00:00Z&created_before=2026-01-01T00:00:00Z';

let service: TestService;
let dataSource: DataSource;

beforeAll(async () => {
  service = await startTestService({ ANALYSIS_ENGINE: 'rules' });
  dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
});

async function fill(account: Account, random: Random): Promise<RandomStore> {
  const accountId = await accountIdOf(service.db, account.email);
  const store = await drawStore(dataSource, accountId, CALLS, random);
  await service.db.query("DELETE FROM analysis WHERE status = 'processing'");
  const createdAt = new Date('2025-06-15T10:00:00Z');
  await copyCall(service.db, await storeCall(service.db, accountId), 5, { createdAt });
  for (let n = 0; n < 20; n++) {
    const segments = [0, 1, 2].map(() => ({ speaker: random.of(['agent', 'customer']), text: drawWords(random, 4) }));
    const at = new Date(createdAt.getTime() + 60_000 * (n + 1));
    await addSaidCall(dataSource, accountId, { segments, createdAt: at, agentId: random.of(AGENTS) });
  }
  return store;
}

const drawWords = (random: Random, count: number) => Array.from({ length: count }, () => random.of(WORDS)).join(' ');

function drawFilter(random: Random, cards: readonly string[]): string {
  const some = (one: string, in_: number) => (random.below(in_) === 0 ? [one] : []);
  const filters = [
    ...some(`agent_id=${encodeURIComponent(random.of(AGENTS))}`, 4),
    ...some(`contact_id=${random.of(CONTACTS)}`, 6),
    ...some(`direction=${random.of(['inbound', 'outbound'])}`, 5),
    ...some(`language=${random.of(['en', 'de'])}`, 5),
    ...some(`flagged=${random.of(['true', 'false'])}`, 6),
    ...some(`violation=${random.of(RULES)}`, 6),
    ...some(`compliance_score_min=${random.below(100)}`, 6),
    ...some(`quality_score_max=${random.below(100)}`, 6),
    ...some(`duration_max=${random.below(600)}`, 6),
    ...some(`metadata[team]=${random.of(TEAMS) ?? 'west'}`, 6),
    ...some(`livemode=${random.of(['true', 'false'])}`, 4),
    ...some(`scorecard_id=${random.of(cards)}&outcome=${random.of(OUTCOMES)}`, 5),
  ];
  return [TIME, ...filters].join('&');
}

function drawQuestion(random: Random, cards: readonly string[]): string {
  const kind = random.below(6);
  if (kind === 0) {
    const q = random.of([drawWords(random, 2), `"${drawWords(random, 2)}"`, `${random.of(WORDS).slice(0, 3)}*`]);
    return `/search?${TIME}&q=${encodeURIComponent(q)}`;
  }
  const of = random.of(['calls', 'evaluations', 'answers']);
  const groupings = ['', 'agent', 'contact', 'month', 'week,agent', 'language,direction', 'metadata:team'];
  const zone = random.of(['UTC', 'Europe/Berlin']);
  return `/statistics?of=${of}&group_by=${random.of(groupings)}&timezone=${zone}&${drawFilter(random, cards)}`;
}

/** Without the time of the reading. */
async function answered(ask: Ask, path: string): Promise<unknown> {
  const answer = await ask(path);
  await expect(answer).toAnswer(200);
  return { ...answer.body, as_of: null };
}

it(`changes none of ${QUESTIONS} answers of another, and no file of an export`, async () => {
  const [account, other] = [await service.openAccount(), await service.openAccount()];
  const ask = askAs(service, account);
  const { cards } = await fill(account, new Random(48));
  const random = new Random(49);
  const paths = Array.from({ length: QUESTIONS }, () => drawQuestion(random, cards));
  const endpoint = { url: 'http://127.0.0.1:9999/hook', events: ['analysis.failed'] };
  await expect(await ask('/webhooks/endpoints', { json: endpoint })).toAnswer(201);
  const filter = { agent_id: 'agent-7', created_before: '2026-01-01T00:00:00Z' };
  const everything = async () => {
    const answers = new Map<string, unknown>();
    for (const path of [...paths, '/webhooks/endpoints']) answers.set(path, await answered(ask, path));
    for (const of of EXPORTED_ROWS) answers.set(of, (await exportFile(ask, { of, format: 'csv', filter })).toString());
    return answers;
  };
  // Words of the last calls are indexed beside the first answers, which say so.
  while ((await ask('/search?q=the')).body.indexing) await setTimeout(100);
  const before = await everything();
  const telling = [...before].filter(
    ([path, answer]) =>
      path.startsWith('/') && /"(calls|evaluations|answered|total)":[1-9]/.test(JSON.stringify(answer)),
  );
  expect(telling.length, 'answers that tell of calls').toBeGreaterThan(QUESTIONS / 3);

  const store = await fill(other, new Random(50));
  const stranger = askAs(service, other);
  const { body: theirs } = await stranger('/webhooks/endpoints', { json: endpoint });
  const after = await everything();
  for (const [path, answer] of before) expect({ path, answer: after.get(path) }).toEqual({ path, answer });
  for (const path of ['', '/secret', '/deliveries']) {
    await expect(await stranger(`/webhooks/endpoints/${theirs.id}${path}`)).toAnswer(200);
    await expect(await ask(`/webhooks/endpoints/${theirs.id}${path}`)).toAnswer(404);
  }
  for (const path of ['/rotate', '/test'])
    await expect(await ask(`/webhooks/endpoints/${theirs.id}${path}`, { method: 'POST', json: {} })).toAnswer(404);
  await expect(await ask(`/webhooks/endpoints/${theirs.id}`, { method: 'DELETE' })).toAnswer(404);
  await expect(await ask(`/webhooks/endpoints/${theirs.id}`, { method: 'PUT', json: endpoint })).toAnswer(404);
  const ofTheirCard = await ask(`/statistics?of=evaluations&scorecard_id=${store.cards[0]}&${TIME}`);
  expect(ofTheirCard.body.totals?.evaluations ?? 0, 'evaluations by their scorecard').toBe(0);
});
