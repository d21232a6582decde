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
    expect(met('get.key.cpu', 2), '2 meets a maximum of 2').toBe(true);
    expect(met('get.key.cpu', 2.01), '2.01 meets a maximum of 2').toBe(false);
    expect(met('get.key.rate', 0.75), '0.75 meets a minimum of 0.75').toBe(true);
    expect(met('get.key.rate', 0.74), '0.74 meets a minimum of 0.75').toBe(false);
    expect(met('get.key.rate', null)).toBeNull();
  });

  it('tells how much slower the machine is than the one of the bars', () => {
    expect(slowness(new Map([['get.key.bare-us', 218]]))).toBe(2);
    expect(slowness(new Map([['get.key.bare-us', null]]))).toBeNull();
    expect(slowness(new Map())).toBeNull();
  });

  it('compares the benches that ran, with those of their figures that are missing', () => {
    const compared = compareWithBars(new Map([['webhooks.short.cpu', 2.6]]), new Set(['webhooks']));
    expect(compared.map(({ figure, value, missed }) => [figure, value, missed])).toEqual([
      ['webhooks.short.cpu', 2.6, false],
      ['webhooks.long.cpu', null, true],
    ]);
  });

  it('tells a figure without a bar, and misses nothing where it was not measured', () => {
    const figures = new Map([['first-calls.start', 1.5]]);
    const [told] = compareWithBars(figures, new Set(['first-calls'])).filter(({ figure }) => figures.has(figure));
    expect(told).toMatchObject({ value: 1.5, met: null, missed: false });
  });

  it('has each figure once, with one limit at most, of a bench that runs', () => {
    expect(new Set(BARS.map(({ figure }) => figure)).size, 'figures with a bar').toBe(BARS.length);
    const benches = PLAN.map(({ name }) => name);
    for (const bar of BARS) {
      expect(bar.max === undefined || bar.min === undefined, `${bar.figure} has one limit`).toBe(true);
      expect(benches).toContain(benchOf(bar.figure));
    }
  });

  it('runs benches that exist, in less than 12 minutes', () => {
    for (const { script } of PLAN)
      expect(existsSync(join(import.meta.dirname, '../../../bench', script)), script).toBe(true);
    expect(PLAN.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(12 * 60);
  });
});
