// Finds what the patterns of an account describe. They are a client's own: the work is bounded, and what was not searched is
// found as a whole. Pure.
import { PatternIndex } from '../../../phrases/pattern-index.js';
import { PhrasePattern } from '../../../phrases/phrase-pattern.js';
import { spellingOf } from '../../../phrases/spelling.js';
import { type SpokenWord, spokenWords } from '../../../phrases/spoken-words.js';
import { StepBudget, TooManySteps } from '../../../phrases/step-budget.js';
import type { CustomType } from '../../../ports/redaction.js';
import type { NumberStretch, Place } from '../numbers/number-stretch.js';
import { readNumbers } from '../numbers/read-numbers.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from '../sensitive-span.js';
import { PlaceIndex } from '../talk/place-index.js';
import { spansAt } from '../talk/span-of.js';
import { contentOf, placesOf } from '../talk/talk.js';

/**
 * Steps of all patterns of an account in one call. Fifty usual patterns take some 3 million for ten hours of uninterrupted talk;
 * this many take half a second.
 */
const MAX_STEPS = 25_000_000;
const CONFIDENCE = 0.9;
const NOT_SEARCHED = 0.5;

export interface CustomSpans {
  readonly spans: SensitiveSpan[];
  /** True where the patterns took more steps than they may: the segments from there on are spans as a whole. */
  readonly isExhausted: boolean;
}

/**
 * A match lies within one sentence of one segment. `#` is also a number that was said in words, and a number that a match touches
 * belongs to it as a whole.
 */
export function customSpans(call: SearchedCall, custom: readonly CustomType[], maxSteps = MAX_STEPS): CustomSpans {
  const [first] = custom;
  if (first === undefined) return { spans: [], isExhausted: false };
  const sources = custom.flatMap(({ key, patterns }) => patterns.map((source) => ({ key, source })));
  const search: Search = {
    asWritten: indexOf(sources),
    withNumbers: indexOf(sources.filter(({ source }) => source.includes('#'))),
    numbers: new PlaceIndex(readNumbers(call)),
    language: call.language,
    budget: new StepBudget(maxSteps),
  };
  const spans: SensitiveSpan[] = [];
  for (const [at, segment] of call.segments.entries()) {
    try {
      spans.push(...searchSegment(segment, search));
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return {
        spans: [...spans, ...call.segments.slice(at).flatMap((each) => whole(each, first.key))],
        isExhausted: true,
      };
    }
  }
  return { spans, isExhausted: false };
}

interface Search {
  readonly asWritten: PatternIndex<string>;
  readonly withNumbers: PatternIndex<string>;
  readonly numbers: PlaceIndex<NumberStretch>;
  readonly language: string | null;
  readonly budget: StepBudget;
}

function indexOf(sources: readonly { readonly key: string; readonly source: string }[]): PatternIndex<string> {
  return new PatternIndex(sources.map(({ key, source }) => [new PhrasePattern(source), key] as const));
}

function whole({ id: segmentId, text }: SearchedSegment, type: string): SensitiveSpan[] {
  if (text.trim() === '') return [];
  return [{ segmentId, from: 0, to: text.length, type, basis: 'custom', confidence: NOT_SEARCHED, content: text }];
}

function searchSegment(segment: SearchedSegment, search: Search): SensitiveSpan[] {
  const { asWritten, withNumbers, numbers, language, budget } = search;
  const words = spokenWords(segment, spellingOf(language)).map((word, at) =>
    at === 0 ? { ...word, startsSentence: true } : word,
  );
  const digits = words.map((word) => (isNumber(numbers, word) ? { ...word, text: '0' } : word));
  const found = new Map<string, SensitiveSpan>();
  for (const { owner: type, from, to } of [...asWritten.find(words, budget), ...withNumbers.find(digits, budget)]) {
    const said = words.slice(from, to);
    const places = placesOf(said);
    const touched = numbers.in(places);
    const content = touched.length > 0 ? touched.map(({ symbols }) => symbols).join('') : contentOf(said);
    const all = covering([...places, ...touched.flatMap((number) => number.places)]);
    for (const span of spansAt(all, { type, basis: 'custom', confidence: CONFIDENCE }, content))
      found.set(`${type} ${span.segmentId} ${span.from} ${span.to}`, span);
  }
  return [...found.values()];
}

const isNumber = (numbers: PlaceIndex<NumberStretch>, word: SpokenWord<SearchedSegment>) =>
  !/\p{N}/u.test(word.text) && numbers.in(placesOf([word])).some(({ symbols }) => symbols.length > 1);

/** One place of each segment. */
function covering(places: readonly Place[]): Place[] {
  const bySegment = new Map<number, Place>();
  for (const { segmentId, from, to } of places) {
    const known = bySegment.get(segmentId);
    bySegment.set(segmentId, {
      segmentId,
      from: Math.min(known?.from ?? from, from),
      to: Math.max(known?.to ?? to, to),
    });
  }
  return [...bySegment.values()];
}
