import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BARS, benchOf, compareWithBars, readFigures } from '../../../bench/run/bars.mjs';
import { BENCHES, commandOf } from '../../../bench/run/benches.mjs';

/** A machine as quick as the one of the bars. */
const SAME = { cpu: 1, wall: 1 };
const figuresOf = (figures: Readonly<Record<string, number | null>>, isCut = false) =>
  new Map(Object.entries(figures).map(([figure, value]) => [figure, { value, isCut }]));

describe('figures and bars', () => {
  it('reads the figures among the other lines of a bench', () => {
    const output = [
      '{"title":"GET one analysis","rows":[{"server":"the service","CPU to base":2.1}]}',
      '{"figure":"get.key.cpu","value":2.1}',
      'a line of another program',
      // What JSON makes of NaN, which a bench measures where there is no /proc.
      '{"figure":"get.token.cpu","value":null}',
      '{"figure":"get.poll.cpu","value":1.9,"isCut":true}',
      '',
    ].join('\n');
    expect(readFigures(output)).toEqual(
      new Map([
        ['get.key.cpu', { value: 2.1, isCut: false }],
        ['get.token.cpu', { value: null, isCut: false }],
        ['get.poll.cpu', { value: 1.9, isCut: true }],
      ]),
    );
  });

  it('meets a bar at its value, and misses it beyond', () => {
    const met = (figure: string, value: number | null) =>
      compareWithBars(figuresOf({ [figure]: value }), new Map([[benchOf(figure), SAME]])).find(
        (bar) => bar.figure === figure,
      )?.met;
    expect(met('get.key.cpu', 2), '2 meets a maximum of 2').toBe(true);
    expect(met('get.key.cpu', 2.01), '2.01 meets a maximum of 2').toBe(false);
    expect(met('get.key.rate', 0.75), '0.75 meets a minimum of 0.75').toBe(true);
    expect(met('get.key.rate', 0.74), '0.74 meets a minimum of 0.75').toBe(false);
    expect(met('get.key.rate', null)).toBeNull();
  });

  it('divides figures in ms by how much slower the machine is, and says so; ratios and memory stay', () => {
    const measured = { 'pipeline.cpu.burst': 90, 'pipeline.cpu.single': 101, 'pipeline.completed.p50': 240 };
    const compared = compareWithBars(figuresOf(measured, true), new Map([['pipeline', { cpu: 2, wall: 3 }]]));
    expect(compared.map(({ value, dividedBy, met, isCut }) => [value, dividedBy, met, isCut])).toEqual([
      [90, 2, true, true],
      [101, 2, false, true],
      [240, 3, true, true],
      [null, 3, null, false],
    ]);
    const [ratio] = compareWithBars(figuresOf({ 'get.key.cpu': 2.1 }), new Map([['get', { cpu: 2, wall: 3 }]]));
    expect(ratio).toMatchObject({ value: 2.1, dividedBy: 1, met: false });
  });

  it('holds a quicker machine to the bars as they are', () => {
    const quick = new Map([['pipeline', { cpu: 0.5, wall: 0.5 }]]);
    const [bar] = compareWithBars(figuresOf({ 'pipeline.cpu.burst': 45 }), quick);
    expect(bar).toMatchObject({ dividedBy: 1, met: true });
  });

  it('compares the benches that ran, with those of their figures that are missing', () => {
    const compared = compareWithBars(figuresOf({ 'webhooks.short.cpu': 2.6 }), new Map([['webhooks', SAME]]));
    expect(compared.map(({ figure, value, missed }) => [figure, value, missed])).toEqual([
      ['webhooks.short.cpu', 2.6, false],
      ['webhooks.long.cpu', null, true],
    ]);
  });

  it('tells a figure without a bar, and misses nothing where it was not measured', () => {
    const figures = figuresOf({ 'first-calls.start': 1.5 });
    const [told] = compareWithBars(figures, new Map([['first-calls', SAME]])).filter(({ figure }) =>
      figures.has(figure),
    );
    expect(told).toMatchObject({ value: 1.5, met: null, missed: false });
  });

  it('has each figure once, with one limit at most, and a figure of each bench that runs', () => {
    expect(new Set(BARS.map(({ figure }) => figure)).size, 'figures with a bar').toBe(BARS.length);
    const benches = BENCHES.filter(({ isInRun }) => isInRun).map(({ name }) => name);
    expect(new Set(BARS.map(({ figure }) => benchOf(figure)))).toEqual(new Set(benches));
    for (const bar of BARS) {
      expect(bar.max === undefined || bar.min === undefined, `${bar.figure} has one limit`).toBe(true);
    }
  });

  it('has each bench once, with a program that exists, and a run of less than 12 minutes', () => {
    expect(new Set(BENCHES.map(({ name }) => name)).size, 'names of benches').toBe(BENCHES.length);
    for (const bench of BENCHES)
      for (const path of commandOf(bench, []).argv.filter((word) => /[/]/.test(word)))
        expect(existsSync(path), `${bench.name}: ${path}`).toBe(true);
    const inRun = BENCHES.filter(({ isInRun }) => isInRun);
    expect(inRun.filter(({ args, seconds }) => args === undefined || seconds === undefined)).toEqual([]);
    expect(inRun.reduce((sum, { seconds = 0 }) => sum + seconds, 0)).toBeLessThan(12 * 60);
  });

  it('has a row in the documentation for each bench', () => {
    const page = readFileSync('docs/measurements.md', 'utf8');
    const table = page.slice(page.indexOf('## The benches'), page.indexOf('## What was measured'));
    expect(BENCHES.filter(({ name }) => !table.includes(`| \`${name}\` |`)).map(({ name }) => name)).toEqual([]);
  });
});
