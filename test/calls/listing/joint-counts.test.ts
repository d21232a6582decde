// The totals of lists by filters that are counted together: whole months are sums, and the parts at both ends are counted.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnalysisFilter, conditionsOf, Parameters, toFilter } from '../../../src/calls/listing/analysis-filter.js';
import { findByFacets } from '../../../src/calls/listing/facets.js';
import { isJoint } from '../../../src/calls/listing/joint-counts.js';
import { queryRow } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, addAnalyses, openDataSource } from '../../support/builders/listing-data.js';

/** Middles, ends and beginnings of months, of which one has no call. */
const INSTANTS = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-02-14T12:00:00Z', '2026-04-30T08:00:00Z'];
const BOUNDS = [null, ...INSTANTS, '2026-02-10T00:00:00Z', '2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z'].map(
  (text) => (text === null ? null : new Date(text)),
);

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  accountId = await addAccount(dataSource);
  const calls = INSTANTS.flatMap((at) => Array.from({ length: 4 }, () => new Date(at)));
  await addAnalyses(
    dataSource,
    accountId,
    calls.map((createdAt) => ({ agentId: 'a', contactId: 'c', createdAt, status: 'completed' as const })),
  );
  await dataSource.query("UPDATE analysis SET direction = 'inbound' WHERE random() < 0.7");
  await dataSource.query("UPDATE analysis SET flagged = random() < 0.5, spoken_language = 'en'");
  await dataSource.query(
    `UPDATE analysis SET custom_metadata = json_build_object('team', (ARRAY['a', 'b', 'c'])[1 + floor(random() * 3)])::text
      WHERE random() < 0.8`,
  );
  await dataSource.query("UPDATE analysis SET custom_metadata = '{}' WHERE random() < 0.1");
  await dataSource.query('DELETE FROM analysis WHERE random() < 0.1');
  await dataSource.query('SELECT fold_analysis_facets($1)', [accountId]);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

it.each([
  [null, { direction: 'inbound' as const }],
  [null, { flagged: true, language: 'en' }],
  [{ teams: ['a', 'c'] }, {}],
  [{ teams: ['b', 'c'] }, { status_filter: 'completed' as const, flagged: false }],
  [{ teams: [] }, { livemode: true }],
  [null, { metadata: { team: 'b' }, direction: 'inbound' as const }],
])('is that of a count, whatever months the times cut: %j, %j', async (sight, fields) => {
  for (const createdAfter of BOUNDS)
    for (const createdBefore of BOUNDS) {
      const filter = { ...toFilter({ accountId, sight }, fields), createdAfter, createdBefore };
      expect(isJoint(filter), 'counted together').toBe(true);
      const { total } = await findByFacets(dataSource, filter, { limit: 0, offset: 0 });
      expect([createdAfter, createdBefore, total]).toEqual([createdAfter, createdBefore, await count(filter)]);
      const page = await findByFacets(dataSource, filter, { limit: 3, offset: 1 }, 0);
      expect(page.ids).toEqual(await idsOf(filter));
    }
});

/** The second to fourth call of the list. */
async function idsOf(filter: AnalysisFilter): Promise<string[]> {
  const p = new Parameters();
  const statement = `SELECT ARRAY(SELECT id FROM analysis WHERE ${conditionsOf(filter, p).join(' AND ')}
    ORDER BY created_at DESC, id DESC LIMIT 3 OFFSET 1) AS ids`;
  return (await queryRow<{ ids: string[] }>(dataSource, statement, p.values))?.ids ?? [];
}

async function count(filter: AnalysisFilter): Promise<number> {
  const p = new Parameters();
  const statement = `SELECT count(*)::int AS n FROM analysis WHERE ${conditionsOf(filter, p).join(' AND ')}`;
  return (await queryRow<{ n: number }>(dataSource, statement, p.values))?.n ?? 0;
}
