// The marks of the two gates, and what makes a gate green.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LONG_FILES } from './long-files.mjs';
import { marked, markOf } from './marks.js';
import { verdictOn } from './verdict.mjs';

describe('a mark', () => {
  it.each([
    ['// Kills. [smoke]\nimport', 'smoke'],
    ['// Kills a process\n// in each step. [whole]\nimport', 'whole'],
    ['// Kills [smoke] all.\nimport', null],
    ["import it from 'vitest'; // [smoke]", null],
    ['// [slow]', null],
  ])('%j is %s', (text, mark) => expect(markOf(text)).toBe(mark));

  it('stands only where it moves a file', () => {
    const joins = /^test\/(faults|abuse|pages|clients)\//;
    const misplaced = [
      ...marked('smoke').filter((path) => !joins.test(path) || path.endsWith('.unit.test.ts')),
      ...marked('whole').filter((path) => joins.test(path) && !path.endsWith('.unit.test.ts')),
    ];
    expect(misplaced).toEqual([]);
    expect(marked('smoke').length, 'files of faults, pages and clients in the short gate').toBeGreaterThan(8);
  });
});

/** So many of 19 CPU seconds each. */
const filesOf = (count: number) => Array.from({ length: count }, (_, n) => [`${n}`, 19] as const);

describe('the verdict on a run', () => {
  const run = { ranThrough: true, cpuSeconds: [], maxCpuSeconds: 100, longFiles: {}, failed: [], unsteady: [] };

  it.each([
    ['all passed', {}, true],
    ['an unsteady file', { unsteady: ['a.test.ts'] }, true],
    ['a file that failed twice', { failed: ['a.test.ts'] }, false],
    ['an error outside the files', { ranThrough: false }, false],
    ['more CPU time together than it should', { cpuSeconds: filesOf(6) }, true],
    ['too much CPU time together', { cpuSeconds: filesOf(11) }, false],
    ['a file that takes more than it should', { cpuSeconds: [['a.test.ts', 21]] as const }, true],
    ['a file that takes too much', { cpuSeconds: [['a.test.ts', 41]] as const }, false],
    [
      'a file that may take much',
      { cpuSeconds: [['a.test.ts', 41]] as const, longFiles: { 'a.test.ts': 'It hears a call.' } },
      true,
    ],
    ['a file that takes much where all may', { cpuSeconds: [['a.test.ts', 41]] as const, longFiles: null }, true],
  ])('%s', (_, changes, isGreen) => expect(verdictOn({ ...run, ...changes }).isGreen).toBe(isGreen));

  it('names what takes more than it should, once', () => {
    for (const seconds of [21, 41])
      expect(
        verdictOn({ ...run, cpuSeconds: [['a.test.ts', seconds]] }).sentences.filter((sentence) =>
          sentence.endsWith('without a reason.'),
        ),
      ).toEqual([`a.test.ts took ${seconds} CPU seconds: more than 20 without a reason.`]);
  });

  it('names more than the tests should take together, once', () => {
    for (const count of [6, 11])
      expect(
        verdictOn({ ...run, cpuSeconds: filesOf(count) }).sentences.filter((sentence) =>
          sentence.includes('more than'),
        ),
      ).toEqual(['The test files took more than 100 CPU seconds.']);
  });

  it('names what is unsteady', () =>
    expect(verdictOn({ ...run, unsteady: ['a.test.ts'] }).sentences).toContain(
      'Unsteady: a.test.ts failed beside the others and passed alone.',
    ));
});

it('gives long files that are there', () =>
  expect(Object.keys(LONG_FILES).filter((path) => !existsSync(path))).toEqual([]));
