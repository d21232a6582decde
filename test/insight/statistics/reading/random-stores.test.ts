// Random questions to random stores: every figure of every answer beside a count from scratch. The long form, `npm run
// bench -- --only statistics-random`, draws larger stores. [whole]
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StatisticsQuery } from '../../../../src/insight/statistics/reading/statistics.requests.js';
import { StatisticsReader } from '../../../../src/insight/statistics/reading/statistics-reader.js';
import { foldSome } from '../../../../src/insight/statistics/sums/fold.js';
import { readInput } from '../../../../src/platform/http/validation/read-input.js';
import { type FreshDatabase, freshDatabase } from '../../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../../support/builders/listing-data.js';
import { Random } from '../../../support/builders/random.js';
import { type Asked, countFromScratch, startOf } from './count-from-scratch.js';
import {
  AGENTS,
  CONTACTS,
  changeStore,
  drawStore,
  ODD_KEY,
  OUTCOMES,
  type RandomStore,
  RULES,
} from './random-store.js';

const STORES = Number(process.env.RANDOM_STORES ?? 2);
const CALLS = Number(process.env.RANDOM_CALLS ?? 150);
const QUESTIONS = Number(process.env.RANDOM_QUESTIONS ?? 24);
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];

let database: FreshDatabase;
let dataSource: DataSource;
let reader: StatisticsReader;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  reader = new StatisticsReader(dataSource);
});
afterAll(async () => {
  await reader?.onApplicationShutdown();
  await dataSource?.destroy();
  await database?.drop();
});

it.each(Array.from({ length: STORES }, (_, index) => index + 1))(
  'store %d: every figure is that of a count from scratch',
  async (seed) => {
    const random = new Random(seed);
    const store = await drawStore(dataSource, await addAccount(dataSource), CALLS, random);
    // Another account's calls are never counted.
    await drawStore(dataSource, await addAccount(dataSource), 20, random);
    for (const _ of [1, 2, 3]) {
      // Some changes stay to be added, others are.
      for (let i = random.below(3); i > 0; i--) await foldSome(dataSource, CALLS / 2);
      for (let i = 0; i < QUESTIONS / 3; i++) await compare(store, drawQuestion(store, random));
      await changeStore(dataSource, store, CALLS / 6, random);
    }
  },
  3_600_000,
);

async function compare({ accountId, ...store }: RandomStore, asked: Asked): Promise<void> {
  const query = queryOf(asked);
  const caller = { accountId, sight: null, livemode: true };
  const answer: { readonly rows: readonly { readonly key: unknown }[]; readonly totals: unknown } = JSON.parse(
    Buffer.from(await reader.read(caller, readInput(StatisticsQuery, query, 'query'))).toString(),
  );
  const expected = countFromScratch({ accountId, ...store }, asked);
  const told = JSON.stringify(query);
  expect(
    answer.rows.map(({ key }) => key),
    told,
  ).toEqual(expected.rows.map((row) => Reflect.get(row, 'key')));
  expect(differences(answer.rows, expected.rows, 'rows'), told).toEqual([]);
  expect(differences(answer.totals, expected.totals, 'totals'), told).toEqual([]);
}

/** Where the two differ by more than 1e-9. */
function differences(found: unknown, expected: unknown, path: string): string[] {
  if (typeof found === 'number' && typeof expected === 'number')
    return Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
      ? []
      : [`${path}: ${found}, not ${expected}`];
  if (typeof found !== 'object' || typeof expected !== 'object' || found === null || expected === null)
    return found === expected ? [] : [`${path}: ${found}, not ${expected}`];
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names].flatMap((name) =>
    differences(Reflect.get(found, name), Reflect.get(expected, name), `${path}.${name}`),
  );
}

function drawQuestion({ cards }: RandomStore, random: Random): Asked {
  const of = random.of(['calls', 'evaluations', 'answers'] as const);
  const zone = random.of(ZONES);
  const { start, end } = drawRange(zone, random);
  const sometimes = <T>(value: T, outOf: number): T | undefined => (random.below(outOf) === 0 ? value : undefined);
  const scorecard = sometimes(random.of(cards), 5);
  const asked = {
    of,
    groupings: drawGroupings(of, random),
    axis: random.of(['created', 'created', 'call'] as const),
    zone,
    start,
    end,
    livemode: random.below(5) > 0,
    compares: random.below(3) === 0,
    agent: sometimes(random.of(AGENTS), 6),
    contact: sometimes(random.of(CONTACTS), 12),
    language: sometimes(random.of(['en', 'de']), 8),
    direction: sometimes(random.of(['inbound', 'outbound']), 8),
    team: sometimes(random.of(['north', 'south', '[masked]']), 8),
    odd: sometimes(random.of(['a', 'b']), 16),
    flagged: sometimes(random.below(2) === 0, 16),
    reviewed: sometimes(random.below(2) === 0, 16),
    violation: sometimes(random.of(RULES), 16),
    complianceMin: sometimes(random.below(100), 16),
    durationMax: sometimes(random.below(600), 16),
    scorecard,
    outcome: scorecard && sometimes(random.of(OUTCOMES), 3),
    revision: sometimes(1 + random.below(2), 8),
  };
  return asked;
}

function drawGroupings(of: Asked['of'], random: Random): string[] {
  const common = ['agent', 'contact', 'language', 'direction', 'metadata:team', `metadata:${ODD_KEY}`];
  const own = { calls: ['violation'], evaluations: ['scorecard'], answers: ['scorecard', 'question'] }[of];
  const calendar = random.of(['day', 'week', 'month']);
  const one = random.of([...common, ...own]);
  const other = random.of(common.filter((name) => name !== one));
  return random.of([[], [one], [calendar], [calendar], [calendar, one], [one, calendar], [one, other]]);
}

/** Of whole months, of whole days, or of any instants. */
function drawRange(zone: string, random: Random): { start: number; end: number } {
  const month = 3 + random.below(8);
  const day = (of: number, number: number) => `2025-${String(of).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
  const last = Math.min(12, month + 1 + random.below(3));
  if (random.below(3) === 0) return { start: startOf(day(month, 1), zone), end: startOf(day(last, 1), zone) };
  const [start, end] = [
    startOf(day(month, 1 + random.below(28)), zone),
    startOf(day(last, 1 + random.below(28)), zone),
  ];
  return random.below(2) === 0
    ? { start, end }
    : { start: start + random.below(10_000_000), end: end + random.below(10_000_000) };
}

function queryOf(asked: Asked): Record<string, unknown> {
  const [after, before] =
    asked.axis === 'created' ? ['created_after', 'created_before'] : ['call_after', 'call_before'];
  const metadata = {
    ...(asked.team !== undefined && { team: asked.team }),
    ...(asked.odd !== undefined && { [ODD_KEY]: asked.odd }),
  };
  const query = {
    of: asked.of,
    ...(asked.groupings.length > 0 && { group_by: JSON.stringify(asked.groupings) }),
    time: asked.axis,
    timezone: asked.zone,
    livemode: String(asked.livemode),
    [after]: new Date(asked.start).toISOString(),
    [before]: new Date(asked.end).toISOString(),
    ...(asked.compares && { compare: 'previous' }),
    agent_id: asked.agent,
    contact_id: asked.contact,
    language: asked.language,
    direction: asked.direction,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    flagged: asked.flagged,
    reviewed: asked.reviewed,
    violation: asked.violation,
    compliance_score_min: asked.complianceMin,
    duration_max: asked.durationMax,
    scorecard_id: asked.scorecard,
    outcome: asked.outcome,
    revision: asked.revision,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
