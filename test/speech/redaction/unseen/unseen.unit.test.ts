// What finding does in calls that its rules were not made by. `npm run bench -- --only redaction-unseen` prints the figures; what
// fails is printed only for who writes no rules of finding, because a set that rules were tuned to measures nothing.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findSpans, measure, type Share } from '../spoken/measure.js';
import { failuresText, figuresText } from '../spoken/show.js';
import { PLANTED_TYPES } from '../spoken/values.js';
import { everyWording, UNSEEN_WAYS, unseenSet } from './calls.js';
import { readSentences } from './sentences.js';

const SHOWN = process.env.SHOW_REDACTION;
const UNLOCKED = process.env.I_WRITE_NO_RULES === '1';
const TRADES = 'insurer hotel clinic telecoms bank mail_order public_office garage energy airline'.split(' ');
/** Figures that no change may lower. One account of twelve digits was masked as a card by chance, and is not now. */
const FIRST = {
  types: {
    card_number: 12,
    card_security_code: 12,
    card_expiry: 11,
    bank_account: 12,
    national_id: 12,
    health_id: 12,
    date_of_birth: 11,
    phone_number: 11,
    email: 12,
    password_or_pin: 10,
  },
  ways: {
    digits: 10,
    pairs: 10,
    doubles: 10,
    written: 10,
    fillers: 10,
    correction: 10,
    interjection: 10,
    segments: 10,
    indirect: 9,
    unasked: 8,
    spelled: 10,
    read_back: 9,
  },
  languages: { en: 58, de: 59 },
  numbersAndCodes: 24,
  pci: 46,
  misheardPercent: 97,
  /** In 50 minutes; the aim is one in ten minutes. */
  neutralMasks: 26,
  wordings: { asked: 114, indirect: 75, unasked: 56 },
  wordingTypes: {
    card_number: 30,
    card_security_code: 26,
    card_expiry: 23,
    bank_account: 22,
    national_id: 21,
    health_id: 21,
    date_of_birth: 26,
    phone_number: 25,
    email: 27,
    password_or_pin: 19,
  },
};

// No assertion here compares sentences: a failing one would print them.
it('draws the same 120 calls each time, each type in each way, half of them in each language', () => {
  const { planted, neutral } = unseenSet();
  const digest = (set: unknown) => createHash('sha256').update(JSON.stringify(set)).digest('hex');
  expect(digest(unseenSet())).toBe(digest({ planted, named: [], neutral }));
  expect(new Set(planted.map(({ type, way }) => `${type} ${way}`))).toEqual(
    new Set(PLANTED_TYPES.flatMap((type) => UNSEEN_WAYS.map((way) => `${type} ${way}`))),
  );
  const count = (key: string) => planted.filter(({ country }) => country === key).length;
  expect([planted.length, count('US'), count('GB'), count('DE')]).toEqual([120, 30, 30, 60]);
  expect(planted.filter((call) => call.planted.length === 0).map(({ id }) => id)).toEqual([]);
  expect(
    neutral.map(({ id }) => id),
    'neutral calls',
  ).toHaveLength(30);
});

it('knows where each planted word stands', () => {
  for (const { id, call, planted } of [...unseenSet().planted, ...everyWording().planted]) {
    for (const { segmentId, from, to } of planted) {
      const text = call.segments[segmentId]?.text ?? '';
      expect(/^[\p{L}\p{N}(+](.*[\p{L}\p{N}])?$/u.test(text.slice(from, to)), id).toBe(true);
      expect(/[\p{L}\p{N}]/u.test(text[to] ?? ''), `${id} goes on after what is planted`).toBe(false);
    }
  }
});

it('has calls of every trade', () => {
  const texts = unseenSet().planted.map(({ call }) => bare(call.segments[0]?.text ?? ''));
  for (const language of ['en', 'de'] as const) {
    const trades = Object.entries(readSentences(language).trades);
    expect(trades.map(([name]) => name)).toEqual(TRADES);
    const missing = trades.filter(([, { opening }]) => !texts.includes(bare(opening[0] as string)));
    expect(missing.map(([name]) => name)).toEqual([]);
  }
});

it('is no worse than it was when it was first measured', () => {
  const figures = measure(unseenSet(), findSpans);
  if (SHOWN !== undefined) console.log(figuresText('unseen', figures));
  expect(below(kept(figures.byType), FIRST.types)).toEqual([]);
  expect(below(kept(figures.byWay), FIRST.ways)).toEqual([]);
  expect(below(kept(figures.byLanguage), FIRST.languages)).toEqual([]);
  expect(figures.numbersAndCodes.gone).toBeGreaterThanOrEqual(FIRST.numbersAndCodes);
  expect(figures.pci.gone).toBeGreaterThanOrEqual(FIRST.pci);
  expect((100 * figures.misheard.gone) / figures.misheard.of).toBeGreaterThanOrEqual(FIRST.misheardPercent);
  expect(figures.neutral.masks).toBeLessThanOrEqual(FIRST.neutralMasks);
}, 120_000);

it('finds as much after each wording, said once in each country', () => {
  const figures = measure(everyWording(), findSpans);
  if (SHOWN !== undefined) console.log(figuresText('each wording once', figures));
  expect(below(kept(figures.byWay), FIRST.wordings)).toEqual([]);
  expect(below(kept(figures.byType), FIRST.wordingTypes)).toEqual([]);
}, 120_000);

it('shows no sentence with its figures', () => {
  const set = unseenSet();
  const figures = figuresText(
    'unseen',
    measure(set, () => []),
  );
  const sentences = set.planted.flatMap(({ call }) => call.segments.map(({ text }) => text));
  const shown = sentences.filter((sentence) => sentence.length > 12 && figures.includes(sentence));
  expect(shown.map(({ length }) => length)).toEqual([]);
});

if (SHOWN === 'unseen' && UNLOCKED) {
  it('prints what fails', () => {
    for (const set of [unseenSet(), everyWording()]) console.log(failuresText(set, findSpans));
  }, 120_000);
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[.,?!:]+(?= |$)/g, '');
}

function kept(shares: ReadonlyMap<string, Share>): Record<string, number> {
  return Object.fromEntries([...shares].map(([key, { gone }]) => [key, gone]));
}

/** What fell below the first figures, or has none. */
function below(figures: Readonly<Record<string, number>>, first: Readonly<Record<string, number>>): string[] {
  return Object.entries(figures)
    .filter(([key, gone]) => gone < (first[key] ?? Number.POSITIVE_INFINITY))
    .map(([key, gone]) => `${key}: ${gone}, not ${first[key]}`);
}
