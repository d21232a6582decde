// Tokens and cost of a stage from what each of its parts tells, by the price of each engine.
import { expect, it } from 'vitest';
import { StageUses } from '../../src/judgement/stage-uses.js';
import type { Config } from '../../src/platform/config/config.js';
import type { UsedTokens } from '../../src/ports/call-analyst.js';
import type { FormJudge } from '../../src/ports/form-judge.js';
import type { HeardPart } from '../../src/speech/pieces/pieces-by-engine.js';

const PRICES = { cheap: 0, dear: 6_000, untold: null };
const all = new Map(Object.entries(PRICES).map(([name, minuteMicros]) => [name, { name, minuteMicros }]));
/** A token of the input costs a millionth of a dollar at each engine, and at `dear` two; `untold` has no price. */
const judge = {
  of: ({ name }: { name: string }) => ({
    costOf: (input: number, output: number, cached: number, background = { inputTokens: 0 }) =>
      name === 'untold'
        ? null
        : { amountMicros: (name === 'dear' ? 2 : 1) * (input + output - cached - background.inputTokens) },
  }),
} as unknown as FormJudge;
const uses = new StageUses({ engines: { all } } as unknown as Config, judge);

const part = (name: string | null, endMs: number, tokens?: HeardPart['tokens']) =>
  ({
    pieces: [{ channel: 0, startMs: 0, endMs }],
    ...(name !== null && { named: { name } }),
    ...(tokens && { tokens }),
  }) as unknown as HeardPart;
const told = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens });
const used = (engine: string | null, input: number, more: object = {}): UsedTokens => ({
  engine,
  tokens: { inputTokens: input, outputTokens: 1, cachedInputTokens: 0, ...more },
});
const usd = (amount_micros: number) => ({ amount_micros, currency: 'usd' });

it.each([
  ['one engine', [part('dear', 30_000, told(3, 4))], { tokens: { input: 3, output: 4 }, cost: usd(3_000) }],
  [
    'two engines, each at its price',
    [part('dear', 60_000, told(3, 4)), part('cheap', 60_000, told(1, 1))],
    { tokens: { input: 4, output: 5 }, cost: usd(6_000) },
  ],
  [
    'a part without tokens',
    [part('dear', 60_000, told(3, 4)), part('cheap', 60_000)],
    { tokens: null, cost: usd(6_000) },
  ],
  ['a part without a price', [part('dear', 60_000), part('untold', 1)], { tokens: null, cost: null }],
  ['an engine that is gone', [part('gone', 60_000)], { tokens: null, cost: null }],
  ['an engine that has no name', [part(null, 60_000)], { tokens: null, cost: null }],
] as const)('tells the transcription by %s', (_, parts, expected) => {
  expect(uses.ofHearing(parts)).toEqual(expected);
});

it.each([
  ['one answer', [used('cheap', 9)], { tokens: { input: 9, output: 1 }, cost: usd(10) }],
  ['attempts of two engines', [used('dear', 9), used('cheap', 9)], { tokens: { input: 18, output: 2 }, cost: usd(30) }],
  [
    'input from the cache',
    [used('cheap', 9, { cachedInputTokens: 4 })],
    { tokens: { input: 9, output: 1 }, cost: usd(6) },
  ],
  [
    'a cheaper tier',
    [used('cheap', 9, { background: { inputTokens: 9, outputTokens: 0, cachedInputTokens: 0 } })],
    { tokens: { input: 9, output: 1 }, cost: usd(1) },
  ],
  [
    'an attempt without a price',
    [used('untold', 9), used('cheap', 9)],
    { tokens: { input: 18, output: 2 }, cost: null },
  ],
  ['an engine that is gone', [used('gone', 9)], { tokens: { input: 9, output: 1 }, cost: null }],
  ['an engine that has no name', [used(null, 9)], { tokens: { input: 9, output: 1 }, cost: null }],
  ['no model', [], { tokens: null, cost: null }],
] as const)('tells the judgement by %s', (_, all, expected) => {
  expect(uses.ofJudgement(all, 'account')).toEqual(expected);
});
