// A member sees of an account what an account would hold that had the member's calls alone: the same questions are asked by the
// member while all calls are stored, and by the owner once all others are deleted.
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { startService } from '../../src/program/service.js';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { Random } from '../support/builders/random.js';
import { storeMember } from '../support/builders/stored-members.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { drawFilter, drawQuestion, fillAtRandom } from './random-questions.js';

const QUESTIONS = 60;
const AGENT = 'agent-1';

let service: TestService;
let dataSource: DataSource;

beforeAll(async () => {
  service = await startTestService({ ANALYSIS_ENGINE: 'rules', WORKER_SWEEP_SECONDS: '1', PROCESS: 'api' });
  dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
});

function drawPath(random: Random, cards: readonly string[]): string {
  const kind = random.below(8);
  if (kind === 0) return `/analysis?limit=${1 + random.below(50)}&${drawFilter(random, cards)}`;
  if (kind === 1) return `/evaluations?limit=${1 + random.below(100)}`;
  if (kind === 2) return `/reviews?limit=${1 + random.below(100)}`;
  if (kind === 3) return '/review-queue?limit=50';
  return drawQuestion(random, cards);
}

/** Lists whose totals are counted beforehand for the whole account: few questions that are drawn are of these. */
const COUNTED = [
  '',
  'offset=30',
  'status_filter=completed',
  'livemode=true&reviewed=false',
  'created_before=2026-01-01T00:00:00Z&offset=20',
  'search=agent',
  'search=c',
  'agent_id=agent-2',
  'agent_id=agent-2&status_filter=completed',
].map((filters) => `/analysis?view=summary&limit=10&${filters}`);

/** Rows of the random store are not what the API document describes: lists of them are compared as text. */
const everything = async (credential: string, paths: readonly string[], more = '') => {
  const answers = new Map<string, string>();
  for (const path of paths) {
    const response = await fetch(`${service.baseUrl}${path}${more}`, {
      headers: { authorization: `Bearer ${credential}` },
    });
    const text = (await response.text())
      .replace(/"as_of":\d+/, '"as_of":0')
      // Links are signed for a time that begins now.
      .replace(/expires=\d+&signature=[\w-]+/g, 'signed');
    expect(`${path} ${response.status}`, text).toBe(`${path} 200`);
    answers.set(path, text);
  }
  return answers;
};

/** A worker makes the words searchable, and is gone before the first question: it changes calls beside. */
async function index(ask: Ask): Promise<void> {
  const config = loadConfig({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()) });
  const worker = await startService({ announce: () => undefined, config, logger: pino({ level: 'silent' }) });
  while ((await ask('/search?q=the')).body.indexing) await setTimeout(100);
  await worker.stop();
}

/** Removes what a member of these teams does not see. */
const keepTeams = (accountId: string, teams: readonly string[]) =>
  service.db.query(
    "DELETE FROM analysis WHERE account_id = $1 AND (custom_metadata::json->>'team' = ANY($2::text[])) IS NOT TRUE",
    [accountId, teams],
  );

it(`answers ${QUESTIONS} questions of members from their calls alone`, async () => {
  const account = await service.openAccount();
  const accountId = await accountIdOf(service.db, account.email);
  const { cards } = await fillAtRandom({ service, dataSource }, account, new Random(61));
  const [agent, both, north] = [
    await storeMember(service, account, 'agent', { agentId: AGENT }),
    await storeMember(service, account, 'analyst', { teams: ['north', 'south'] }),
    await storeMember(service, account, 'reviewer', { teams: ['north'] }),
  ];
  const random = new Random(62);
  const paths = [...COUNTED, ...Array.from({ length: QUESTIONS }, () => drawPath(random, cards))];
  const owner = askAs(service, account);
  await index(owner);
  const all = await everything(account.accessToken, paths);
  // An agent asks as the owner does who asks for this agent.
  const ofAgent = paths.filter((path) => !/^\/review|agent/.test(path));
  const asked = await everything(agent.token, ofAgent);
  const narrowed = await everything(account.accessToken, ofAgent, `&agent_id=${AGENT}`);
  expect(asked).toEqual(narrowed);
  for (const [path, answer] of await everything(agent.token, COUNTED))
    if (path.includes('agent_id')) expect(answer, path).toContain('"total":0');
  const [ofBoth, ofNorth] = [await everything(both.token, paths), await everything(north.token, paths)];
  await keepTeams(accountId, both.teams);
  expect(ofBoth).toEqual(await everything(account.accessToken, paths));
  await keepTeams(accountId, north.teams);
  expect(ofNorth).toEqual(await everything(account.accessToken, paths));
  for (const seen of [asked, ofBoth, ofNorth]) {
    const fewer = [...seen].filter(([path, answer]) => answer !== all.get(path));
    expect(fewer.length, 'answers of which a member sees less').toBeGreaterThan(QUESTIONS / 4);
  }
});
