// What a question may cost, and whom.
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askedBy } from '../../../../src/insight/statistics/reading/ask.js';
import { refuseTooMany } from '../../../../src/insight/statistics/reading/read-sums.js';
import { StatisticsQuery } from '../../../../src/insight/statistics/reading/statistics.requests.js';
import { StatisticsReader } from '../../../../src/insight/statistics/reading/statistics-reader.js';
import { dataSourceOptions } from '../../../../src/platform/database/data-source.js';
import { queryRow } from '../../../../src/platform/database/sql.js';
import { readInput } from '../../../../src/platform/http/validation/read-input.js';
import { type FreshDatabase, freshDatabase } from '../../../support/apps/backing.js';
import { addAccount, addAnalyses, openDataSource } from '../../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  accountId = await addAccount(dataSource);
  const at = new Date('2026-03-01T00:00:00Z');
  await addAnalyses(
    dataSource,
    accountId,
    ['a', 'a', 'a', 'b'].map((agentId) => ({ agentId, contactId: 'c', createdAt: at, status: 'completed' as const })),
  );
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const MARCH = { created_after: '2026-03-01T00:00:00Z', created_before: '2026-04-01T00:00:00Z' };
const asked = (query: object) =>
  askedBy(
    { accountId, sight: null, livemode: true },
    readInput(StatisticsQuery, { ...MARCH, ...query }, 'query'),
    Date.now(),
  );

const readText = async (text: string, values: readonly unknown[]) =>
  (await queryRow<{ rows: string }>(dataSource, text, values))?.rows ?? '';

it('counts the calls that would be read one by one, of the time, the agent and the contact', async () => {
  const refused = async (query: object, max: number) =>
    refuseTooMany(readText, await asked(query), max).then(
      () => null,
      (error: Error) => error.message,
    );
  const sentence = 'Narrow the time: this grouping reads call by call';
  expect(await refused({ group_by: 'contact' }, 3)).toBe(sentence);
  expect(await refused({ group_by: 'contact' }, 4)).toBeNull();
  expect(await refused({ group_by: 'contact', agent_id: 'a' }, 3)).toBeNull();
  expect(await refused({ group_by: 'contact', created_after: '2026-03-02T00:00:00Z' }, 0)).toBeNull();
  expect(await refused({ compliance_score_min: '1' }, 3)).toBe(sentence);
  // The sums that are kept have what is asked.
  expect(await refused({ group_by: 'agent,week', metadata: { team: 'x' } }, 0)).toBeNull();
});

it('runs two questions of an account at a time, and lets others by', async () => {
  const one = await new DataSource({ ...dataSourceOptions(database.url, 1) }).initialize();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const running: string[] = [];
  let most = 0;
  const reader = new StatisticsReader(
    new Proxy(one, {
      get: (target, name) =>
        name === 'transaction'
          ? async () => {
              running.push('one');
              most = Math.max(most, running.length);
              await gate;
              running.pop();
            }
          : Reflect.get(target, name),
    }),
  );
  const ask = (account: string) =>
    reader.read({ accountId: account, sight: null, livemode: true }, readInput(StatisticsQuery, {}, 'query'));
  const waiting = [ask('x'), ask('x'), ask('x'), ask('x')];
  const other = ask('y');
  await expect.poll(() => running.length).toBe(3);
  open();
  await Promise.all([...waiting, other]);
  expect(most).toBe(3);
  await one.destroy();
});

it('answers a question that runs out of time as one that asks for too much', async () => {
  const hurried = new (class extends StatisticsReader {
    protected override readonly timeoutMs: number = 50;
  })(dataSource);
  const blocker = dataSource.createQueryRunner();
  await blocker.startTransaction();
  await blocker.query('LOCK TABLE analysis IN ACCESS EXCLUSIVE MODE');
  const query = readInput(StatisticsQuery, { ...MARCH, group_by: 'contact' }, 'query');
  await expect(hurried.read({ accountId, sight: null, livemode: true }, query)).rejects.toThrow(
    'Narrow the time: this grouping reads call by call',
  );
  await blocker.rollbackTransaction();
  await blocker.release();
});

it.each([
  ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['9999-12-31T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['1000-01-01T00:00:00Z', '1000-01-01T00:30:00Z'],
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
])('answers for the time from %s to %s, and for what was before', async (created_after, created_before) => {
  const reader = new StatisticsReader(dataSource);
  for (const group_by of ['agent', 'contact', 'month'])
    for (const timezone of ['UTC', 'Asia/Kathmandu', 'Pacific/Apia']) {
      const query = { created_after, created_before, group_by, timezone, compare: 'previous' };
      const asked = reader.read({ accountId, sight: null, livemode: true }, readInput(StatisticsQuery, query, 'query'));
      const found = await asked.catch((error: Error) => error.message);
      if (typeof found === 'string') expect(found).toBe('More than 5000 rows: narrow the time or the grouping');
      else expect(JSON.parse(Buffer.from(found).toString()).totals).toHaveProperty('change');
    }
  await reader.onApplicationShutdown();
});
