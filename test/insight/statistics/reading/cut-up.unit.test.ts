// An answer of thousands of empty days costs its account nothing: no piece of it may hold the event loop.
import { expect, it } from 'vitest';
import { bucketsOf } from '../../../../src/insight/statistics/reading/calendar.js';
import { NO_CALLS } from '../../../../src/insight/statistics/reading/figures/figure-sums.js';
import { callFigures } from '../../../../src/insight/statistics/reading/figures/figures.js';
import { answerJson, rowsOf } from '../../../../src/insight/statistics/reading/rows.js';
import { coverOfAll } from '../../../../src/insight/statistics/sums/runs.js';
import { turnsDuring } from '../../../support/processes/turns-during.js';

const DAYS = 4_899;
const MAX_ITEMS_IN_TURN = 200;

it('cuts up the days, the sums that they need, the rows and their text', async () => {
  const range = { start: Date.parse('2013-01-01T23:00:00Z'), end: Date.parse('2026-06-01T22:00:00Z') };
  const made = await turnsDuring(() => bucketsOf('day', 'Europe/Berlin', range, 5_000));
  const buckets = made.result ?? [];
  expect(buckets, 'days').toHaveLength(DAYS);
  const stretches = buckets.map(({ start, end }) => ({ from: new Date(start), to: new Date(end) }));
  const covered = await turnsDuring(() => coverOfAll(stretches));
  // Days of UTC, and an hour or two before and after each.
  expect(covered.result.hour.runs.length).toBeGreaterThan(DAYS);
  const groups = buckets.map((_, index) => ({ key: [index], sums: NO_CALLS }));
  const rows = await turnsDuring(() =>
    rowsOf(groups, ['day'], { buckets }, (key, { sums }) => ({ key, ...callFigures(sums, null, () => 0) })),
  );
  const totals = callFigures(NO_CALLS, null, () => 0);
  const head = { object: 'statistics' as const, of: 'calls' as const, group_by: ['day'], timezone: 'Europe/Berlin' };
  const answer = { ...head, from: 0, to: 0, as_of: 0, rows: rows.result, totals };
  const written = await turnsDuring(() => partsOf(answerJson(answer)));
  for (const { turns } of [made, covered, rows, written]) expect(turns).toBeGreaterThan(DAYS / MAX_ITEMS_IN_TURN - 1);
  expect(JSON.parse(written.result.join(''))).toEqual(JSON.parse(JSON.stringify(answer)));
  expect(written.result.length).toBeGreaterThan(DAYS / MAX_ITEMS_IN_TURN);
});

async function partsOf(parts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
