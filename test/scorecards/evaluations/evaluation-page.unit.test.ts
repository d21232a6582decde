import { describe, expect, it } from 'vitest';
import { ceilDay, ceilMonth, floorDay, floorMonth } from '../../../src/scorecards/evaluations/evaluation-page.js';

describe.each([
  ['the day of a moment begins at', floorDay],
  ['the next day begins at, unless the moment is a midnight,', ceilDay],
  ['the month of a moment begins at', floorMonth],
  ['the next month begins at, unless the moment begins one,', ceilMonth],
])('%s', (name, bound) => {
  const rows: [moment: string, floorDay: string, ceilDay: string, floorMonth: string, ceilMonth: string][] = [
    ['2026-11-23T15:30:00.001Z', '2026-11-23', '2026-11-24', '2026-11-01', '2026-12-01'],
    ['2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-23', '2026-11-01', '2026-12-01'],
    ['2026-11-23T00:00:00.001Z', '2026-11-23', '2026-11-24', '2026-11-01', '2026-12-01'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-01', '2026-12-01', '2027-01-01'],
    ['2028-02-28T12:00:00.000Z', '2028-02-28', '2028-02-29', '2028-02-01', '2028-03-01'],
    ['2026-01-31T12:00:00.000Z', '2026-01-31', '2026-02-01', '2026-01-01', '2026-02-01'],
  ];
  const column = [floorDay, ceilDay, floorMonth, ceilMonth].indexOf(bound);
  it.each(rows)('for %s', (moment, ...bounds) => {
    expect(bound(new Date(moment)).toISOString(), `${name} of ${moment}`).toBe(`${bounds[column]}T00:00:00.000Z`);
  });
});
