// Finds e-mail addresses, written ("j.smith@example.com") and spoken ("j dot smith at example dot com"). Pure.
// cspell:ignore klammeraffe klammeraffen affenschwanz atzeichen unterstrich tiefstrich bindestrich strich mittelstrich
// cspell:ignore googlemail protonmail freenet posteo tonline btinternet doppel großes kleines groß

import type { KnownLanguage } from '../../../phrases/known-languages.js';
import type { Place } from '../numbers/number-stretch.js';
import type { SaidWord, Talk } from './talk.js';

interface Token {
  readonly text: string;
  readonly segmentId: number;
  readonly from: number;
  readonly to: number;
}

const AT: Readonly<Record<KnownLanguage, ReadonlySet<string>>> = {
  en: new Set(['@', 'at']),
  de: new Set(['@', 'at', 'ät', 'et', 'ed', 'äd', 'klammeraffe', 'klammeraffen', 'affenschwanz', 'atzeichen']),
};
const DOTS = new Set(['.', 'dot', 'punkt', 'period', 'point']);
const JOINS = new Map([
  ['_', '_'],
  ['underscore', '_'],
  ['unterstrich', '_'],
  ['tiefstrich', '_'],
  ['-', '-'],
  ['dash', '-'],
  ['hyphen', '-'],
  ['minus', '-'],
  ['bindestrich', '-'],
  ['strich', '-'],
  ['mittelstrich', '-'],
  ['+', '+'],
  ['plus', '+'],
]);
const ENDINGS = new Set(
  'com net org edu gov io co uk de at ch eu info biz me us ca ie au nz fr es it nl pl be dk se no app dev online shop name tv ai'.split(
    ' ',
  ),
);
/** Providers after which engines leave the dot out. */
const PROVIDERS = new Set(
  'gmail googlemail yahoo hotmail outlook icloud gmx web aol protonmail live freenet posteo msn mail tonline comcast btinternet'.split(
    ' ',
  ),
);
const MAX_DOMAIN_TOKENS = 9;
const MAX_LOCAL_TOKENS = 40;
/** Maximum number of words of a name before "at" that no dot joins, after a cue. */
const MAX_LOOSE_TOKENS = 10;
const MULTIPLIERS = new Set([
  'double',
  'doppel',
  'triple',
  'capital',
  'lowercase',
  'großes',
  'kleines',
  'groß',
  'klein',
]);

export interface FoundEmail {
  readonly places: Place[];
  /** The address as it is written. */
  readonly content: string;
}

/**
 * @param words of one party, in order
 * @param notLocal words before "at" that are no address: "look at our website"
 * @param cue true when an address was announced just before these words: then all words up to "at" belong to it
 */
export function emailsIn(
  talk: Talk,
  words: readonly SaidWord[],
  notLocal: ReadonlySet<string>,
  cue = false,
): FoundEmail[] {
  const tokens = tokensOf(words);
  const isAt = (token: Token | undefined) => token !== undefined && AT[talk.language].has(token.text);
  const found: FoundEmail[] = [];
  let free = 0;
  for (let at = 1; at < tokens.length; at += 1) {
    if (!isAt(tokens[at])) continue;
    const end = domainEnd(tokens, at + 1, notLocal);
    if (end === null) continue;
    const first = localStart(talk, tokens, at, free, notLocal, cue && found.length === 0);
    const local = tokens.slice(first, at);
    if (local.length === 0) continue;
    if (local.length === 1 && tokens[at]?.text !== '@' && notLocal.has(local[0]?.text ?? '')) continue;
    const all = tokens.slice(first, end);
    found.push({ places: placesOfTokens(all), content: written(all, at - first) });
    free = end;
    at = end;
  }
  return found;
}

function tokensOf(words: readonly SaidWord[]): Token[] {
  const tokens: Token[] = [];
  const bounds = new Map<SaidWord['segment'], { from: number; to: number }>();
  for (const { segment, start, end } of words) {
    const known = bounds.get(segment);
    if (known) known.to = Math.max(known.to, end);
    else bounds.set(segment, { from: start, to: end });
  }
  for (const [{ id: segmentId, text }, { from, to }] of bounds) {
    for (const { 0: said, index } of text.slice(from, to).matchAll(/[\p{L}\p{M}\p{N}]+|[@._+-]/gu)) {
      const at = from + index;
      // A full stop that ends a sentence joins nothing; neither does a hyphen between blanks.
      const isGlued = /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '');
      if (/[._+-]/.test(said) && !isGlued) {
        if (said === '.') tokens.push({ text: ';', segmentId, from: at, to: at + 1 });
      } else tokens.push({ text: said.toLowerCase(), segmentId, from: at, to: at + said.length });
    }
  }
  return tokens;
}

const isWord = (token: Token | undefined) => token !== undefined && /^[\p{L}\p{N}]/u.test(token.text);

/** Index after the last ending of the domain; null when there is none. */
function domainEnd(tokens: readonly Token[], from: number, notDomain: ReadonlySet<string>): number | null {
  let end: number | null = null;
  for (let at = from; at < Math.min(tokens.length, from + MAX_DOMAIN_TOKENS); at += 1) {
    const { text } = tokens[at]!;
    if (text === ';') return end;
    const isAfterDot = at > from + 0 && DOTS.has(tokens[at - 1]!.text);
    const isAfterProvider = at === from + 1 && PROVIDERS.has(tokens[at - 1]!.text);
    if (ENDINGS.has(text) && at > from && (isAfterDot || isAfterProvider)) {
      end = at + 1;
      if (!DOTS.has(tokens[at + 1]?.text ?? '')) return end;
    } else if (end !== null && !DOTS.has(text)) return end;
    else if (at === from && !/^\d/.test(text) && text.length > 1 && notDomain.has(text)) return null;
  }
  return end;
}

function localStart(
  talk: Talk,
  tokens: readonly Token[],
  at: number,
  free: number,
  notLocal: ReadonlySet<string>,
  isAfterCue: boolean,
): number {
  let first = at;
  const limit = Math.max(free, at - MAX_LOCAL_TOKENS);
  while (first > limit) {
    const [token, before] = [tokens[first], tokens[first - 1]];
    if (!before || before.text === ';') break;
    const joins = (each: Token | undefined) => each !== undefined && (DOTS.has(each.text) || JOINS.has(each.text));
    const isSpelled = (each: Token | undefined) =>
      isWord(each) && (each!.text.length === 1 || /^\p{N}+$/u.test(each!.text) || MULTIPLIERS.has(each!.text));
    if (
      first === at
        ? !isWord(before)
        : !(
            joins(before) ||
            joins(token) ||
            isSpelled(before) ||
            isOneStretch(talk, before, token) ||
            (isInNumber(talk, token) && isWord(before) && !notLocal.has(before.text))
          )
    )
      break;
    if (first !== at && isSpelled(before) && !joins(token) && ['a', 'i'].includes(before.text) && !isSpelled(token))
      break;
    first -= 1;
  }
  if (!isAfterCue || first - free > MAX_LOOSE_TOKENS) return first;
  const loose = tokens.slice(free, first);
  const last = loose.findLastIndex(({ text }) => text === ';' || text === ':');
  let start = free + last + 1;
  while (start < first && notLocal.has(tokens[start]!.text)) start += 1;
  return start;
}

/** "miller six four at": the number ends the name of a mailbox. */
function isInNumber(talk: Talk, token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (/^\p{N}+$/u.test(token.text) || talk.numbers.in([token]).some(({ symbols }) => /\d/.test(symbols)))
  );
}

/** True when both tokens belong to one spelled letter: "M for Mike". */
function isOneStretch(talk: Talk, before: Token, token: Token | undefined): boolean {
  if (token === undefined) return false;
  const { segmentId, from } = before;
  return talk.numbers
    .in([{ segmentId, from, to: token.to }])
    .some(({ places }) =>
      places.some((place) => place.segmentId === segmentId && place.from <= from && place.to > token.from),
    );
}

function placesOfTokens(tokens: readonly Token[]): Place[] {
  const places: { segmentId: number; from: number; to: number }[] = [];
  for (const { segmentId, from, to } of tokens) {
    const last = places.at(-1);
    if (last?.segmentId === segmentId) last.to = to;
    else places.push({ segmentId, from, to });
  }
  return places;
}

function written(tokens: readonly Token[], at: number): string {
  return tokens
    .map(({ text }, index) => (index === at ? '@' : DOTS.has(text) ? '.' : (JOINS.get(text) ?? text)))
    .filter((text) => text !== ';')
    .join('');
}
