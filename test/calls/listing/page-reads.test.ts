// Which calls a page of a list reads. Those of whole months come from the counters.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnalysisFilter, NO_FILTER, Parameters } from '../../../src/calls/listing/analysis-filter.js';
import { pageStatement } from '../../../src/calls/listing/analysis-page.js';
import type { PageRange } from '../../../src/calls/listing/page.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, addAnalyses, openDataSource } from '../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('a list of one mode between two dates', () => {
  interface PlanNode {
    readonly 'Node Type': string;
    readonly 'Index Name'?: string;
    readonly 'Relation Name'?: string;
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly 'Rows Removed by Filter'?: number;
    readonly Plans?: readonly PlanNode[];
  }
  const scansOf = (node: PlanNode): PlanNode[] => [
    ...(node['Relation Name'] === 'analysis' ? [node] : []),
    ...(node.Plans ?? []).flatMap(scansOf),
  ];

  /** The scans of `analysis`, and how many of its rows or index entries they read. */
  async function readBy(filter: Partial<AnalysisFilter>, range: PageRange, accountId: string) {
    const p = new Parameters();
    const text = pageStatement({ ...NO_FILTER, ...filter, accountId }, range, p);
    const scans = await dataSource.transaction(async (tx) => {
      // The table is small, so Postgres would read all of it.
      await tx.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      const [{ 'QUERY PLAN': plan }] = await tx.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, p.values);
      return scansOf(plan[0].Plan);
    });
    const entries = scans.map(
      (scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
    );
    return {
      indexes: [...new Set(scans.map((scan) => scan['Index Name']))].sort(),
      entries: entries.reduce((sum, one) => sum + one, 0),
    };
  }

  it('reads index entries of the months that the dates cut, of test mode, and of the page: no others', async () => {
    const accountId = await addAccount(dataSource);
    // 12 months of 200 analyses each, 5 of them of test mode, one every three hours and a half.
    const analyses = Array.from({ length: 2_400 }, (_, i) => ({
      agentId: `a-${i % 3}`,
      contactId: `c-${i}`,
      createdAt: new Date(Date.UTC(2026, Math.floor(i / 200), 1) + (i % 200) * 3.5 * 3_600_000),
      livemode: i % 40 !== 0,
    }));
    await addAnalyses(dataSource, accountId, analyses);
    await dataSource.query('VACUUM ANALYZE analysis, analysis_month_count');
    const page = { limit: 10, offset: 0 };
    const [march, middleOfMarch, middleOfMay] = ['2026-03-01', '2026-03-15', '2026-05-15'].map((day) => new Date(day));
    if (!march || !middleOfMarch || !middleOfMay) throw new Error('Three dates');

    // Whole months come from the counters alone.
    expect(await readBy({ createdAfter: march }, page, accountId)).toEqual({
      indexes: ['analysis_list_idx'],
      entries: 10,
    });
    const deep = await readBy({ createdAfter: march }, { limit: 10, offset: 1_850 }, accountId);
    expect(deep.entries).toBeLessThanOrEqual(60);
    // Two months are cut: half of each is counted.
    const cut = await readBy({ createdAfter: middleOfMarch, createdBefore: middleOfMay }, page, accountId);
    expect(cut.entries).toBeLessThanOrEqual(2 * 110 + 10);
    const test = await readBy({ livemode: false }, page, accountId);
    expect(test).toEqual({ indexes: ['analysis_test_idx'], entries: 60 + 10 });
    const live = await readBy({ livemode: true, status: 'processing', createdAfter: march }, page, accountId);
    expect(live.entries).toBeLessThanOrEqual(50 + 10 + 1);
  });
});
