import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BARS, benchOf, compareWithBars, readFigures, slowness } from '../../../bench/run/bars.mjs';
import { PLAN } from '../../../bench/run/plan.mjs';

describe('figures and bars', () => {
  it('reads the figures among the other lines of a bench', () => {
    const output = [
      '{"title":"GET one analysis","rows":[{"server":"the service","CPU to base":2.1}]}',
      '{"figure":"get.key.cpu","value":2.1}',
      'a line of another program',
      // What JSON makes of NaN, which a bench measures where there is no /proc.
      '{"figure":"get.token.cpu","value":null}',
      '',
    ].join('\n');
    expect(readFigures(output)).toEqual(
      new Map([
        ['get.key.cpu', 2.1],
        ['get.token.cpu', null],
      ]),
    );
  });

  it('meets a bar at its value, and misses it beyond', () => {
    const met = (figure: string, value: number | null) =>
      compareWithBars(new Map([[figure, value]]), new Set([benchOf(figure)])).find((bar) => bar.figure === figure)?.met;
    expect(met('get.key.cpu', 2.2), '2.2 meets a maximum of 2.2').toBe(true);
    expect(met('get.key.cpu', 2.21), '2.21 meets a maximum of 2.2').toBe(false);
    expect(met('get.key.rate', 0.7), '0.7 meets a minimum of 0.7').toBe(true);
    expect(met('get.key.rate', 0.69), '0.69 meets a minimum of 0.7').toBe(false);
    expect(met('get.key.rate', null)).toBeNull();
  });

  it('tells how much slower the machine is than the one of the bars', () => {
    expect(slowness(new Map([['get.key.bare-us', 218]]))).toBe(2);
    expect(slowness(new Map([['get.key.bare-us', null]]))).toBeNull();
    expect(slowness(new Map())).toBeNull();
  });

  it('compares the benches that ran, with those of their figures that are missing', () => {
    const compared = compareWithBars(new Map([['webhooks.short.rate', 0.6]]), new Set(['webhooks']));
    expect(compared.map(({ figure, value }) => [figure, value])).toEqual([
      ['webhooks.short.rate', 0.6],
      ['webhooks.long.rate', null],
      ['webhooks.short.cpu', null],
      ['webhooks.long.cpu', null],
    ]);
  });

  it('has a bar once for each figure, with one limit, of a bench that runs', () => {
    expect(new Set(BARS.map(({ figure }) => figure)).size, 'figures with a bar').toBe(BARS.length);
    const benches = PLAN.map(({ name }) => name);
    for (const bar of BARS) {
      expect(
        [bar.max, bar.min].filter((limit) => limit !== undefined),
        `limits of ${bar.figure}`,
      ).toHaveLength(1);
      expect(benches).toContain(benchOf(bar.figure));
    }
  });

  it('runs benches that exist, in less than 12 minutes', () => {
    for (const { script } of PLAN)
      expect(existsSync(join(import.meta.dirname, '../../../bench', script)), script).toBe(true);
    expect(PLAN.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(12 * 60);
  });
});
