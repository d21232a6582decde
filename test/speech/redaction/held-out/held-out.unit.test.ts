// The calls by which finding is measured. `npm run bench -- --only redaction-found` prints the figures of both halves, and the
// failures of the seen half.
import { expect, it } from 'vitest';
import type { SearchedCall } from '../../../../src/speech/redaction/sensitive-span.js';
import { findSpans, measure } from '../spoken/measure.js';
import { misheard } from '../spoken/mishear.js';
import { figuresText } from '../spoken/show.js';
import { PLANTED_TYPES } from '../spoken/values.js';
import { neutralCalls, plantedCalls } from './calls.js';
import { readSentences } from './sentences.js';
import { failuresOfHalf, halfSet } from './show.js';

const SHOWN = process.env.SHOW_REDACTION;

it('draws the same 240 calls each time, half of them held out', () => {
  const calls = plantedCalls();
  expect(calls).toEqual(plantedCalls());
  expect(calls, 'planted calls').toHaveLength(240);
  expect(
    calls.filter(({ half }) => half === 'seen'),
    'calls of the seen half',
  ).toHaveLength(120);
  expect(new Set(calls.map(({ type }) => type))).toEqual(new Set(PLANTED_TYPES));
  expect(calls.filter(({ planted }) => planted.length === 0)).toEqual([]);
  expect(neutralCalls()).toEqual(neutralCalls());
  expect(neutralCalls(), 'neutral calls').toHaveLength(60);
});

it('knows where each planted word stands', () => {
  for (const { id, call, planted } of plantedCalls()) {
    for (const { segmentId, from, to } of planted) {
      const text = call.segments[segmentId]?.text ?? '';
      expect(text.slice(from, to), id).toMatch(/^[\p{L}\p{N}(+].*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u);
      expect(/[\p{L}\p{N}]/u.test(text[to] ?? ''), `${id} goes on after what is planted`).toBe(false);
    }
  }
});

it('has no ask or cue in both halves', () => {
  for (const language of ['en', 'de'] as const) {
    const [seen, other] = (['seen', 'held-out'] as const).map((half) =>
      Object.values(readSentences(half, language).types).flatMap(({ asks, cues }) => [...asks, ...cues]),
    ) as [string[], string[]];
    expect(seen.filter((sentence) => other.includes(sentence))).toEqual([]);
  }
});

it('mishears about 15 of 100 words', () => {
  const calls = plantedCalls();
  const text = ({ segments }: SearchedCall) => segments.flatMap((segment) => segment.text.split(' '));
  const all = calls.flatMap(({ call }) => text(call)).length;
  const same = calls.reduce((sum, call) => {
    const left = text(misheard(call, 0).call);
    const counts = new Map<string, number>();
    for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
    const kept = text(call.call).filter((word) => {
      const count = counts.get(word) ?? 0;
      counts.set(word, count - 1);
      return count > 0;
    });
    return sum + kept.length;
  }, 0);
  expect(1 - same / all).toBeGreaterThan(0.1);
  expect(1 - same / all).toBeLessThan(0.16);
});

it('measures a finder that finds everything, and one that finds nothing', () => {
  const everything = ({ segments }: SearchedCall) =>
    segments.map(({ id, text }) => ({
      segmentId: id,
      from: 0,
      to: text.length,
      type: 'card_number',
      basis: 'pattern' as const,
      confidence: 1,
      content: text,
    }));
  for (const half of ['seen', 'held-out'] as const) {
    const full = measure(halfSet(half), everything);
    expect(full.all).toEqual({ gone: 120, of: 120 });
    expect(full.misheard.gone).toBe(full.misheard.of);
    expect(full.neutral.masks / full.neutral.minutes).toBeGreaterThan(5);
    const none = measure(halfSet(half), () => []);
    expect(none.all).toEqual({ gone: 0, of: 120 });
    expect(none.neutral.masks).toBe(0);
    expect(none.misheard.gone).toBe(0);
  }
});

it('shows what fails in the seen half, with what is left in braces', () => {
  const shown = failuresOfHalf('seen', () => [], {});
  expect(shown).toContain('FAILED (132)');
  expect(shown).toMatch(/\n {4}\S+: .*\{\S+\}/);
});

it('shows no sentence of the held-out half', () => {
  expect(() => failuresOfHalf('held-out', findSpans, {})).toThrow('not shown');
  const figures = figuresText(
    'held-out',
    measure(halfSet('held-out'), () => []),
  );
  const sentences = plantedCalls().flatMap(({ call }) => call.segments.map(({ text }) => text));
  expect(sentences.filter((sentence) => sentence.length > 12 && figures.includes(sentence))).toEqual([]);
});

if (SHOWN !== undefined) {
  it('prints the figures of both halves, and what fails in one', () => {
    for (const half of ['seen', 'held-out'] as const) console.log(figuresText(half, measure(halfSet(half), findSpans)));
    console.log(failuresOfHalf(SHOWN === 'held-out' ? 'held-out' : 'seen', findSpans, process.env));
  }, 240_000);
}
