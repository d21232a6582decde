// Finds sensitive words in a call: numbers, answers to questions for them, names after cues, an account's own patterns. Pure.

import { KNOWN_LANGUAGES, type KnownLanguage } from '../../phrases/known-languages.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { askBookOf } from './asks/ask-book.js';
import { askedSpans } from './asks/asked-spans.js';
import { requestsIn } from './asks/learnt/learnt-asks.js';
import { judgeWords } from './asks/learnt/learnt-words.js';
import type { Asked } from './asks/learnt/request-model.js';
import { cueSpans } from './cues/cue-spans.js';
import { customSpans } from './custom/custom-spans.js';
import { numberSpans } from './numbers/number-spans.js';
import { repeatSpans } from './repeats.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';
import { readTalk, type Talk } from './talk/talk.js';
import { unknownLanguageSpans } from './unknown-language.js';

export interface Found {
  /** Spans may overlap. */
  readonly spans: SensitiveSpan[];
  /**
   * False when the number words of the language are unknown. Then each segment with a match is one span as a whole, and the
   * caller withholds the sound: the extent of the match is unknown.
   */
  readonly isLanguageKnown: boolean;
  /**
   * True when the account's patterns exceeded their limit of steps. Then each segment that was not searched is one span as a
   * whole, and the caller withholds the sound.
   */
  readonly isExhausted: boolean;
}

/**
 * Finds sensitive spans. In an unknown language, each segment with a match is one span. When the language is `null`, the words of
 * all known languages are searched.
 */
export function findSensitive(call: SearchedCall, wanted: WantedRedaction): Found {
  const language = knownLanguageOf(call.language);
  const { spans: custom, isExhausted } = customSpans(call, wanted.custom);
  const languages = language === null ? (call.language === null ? KNOWN_LANGUAGES : []) : [language];
  const numbers = numberSpans(call, wanted);
  const found = [...numbers, ...languages.flatMap((each) => textSpans(call, wanted, each, numbers)), ...custom];
  const spans = language === null ? unknownLanguageSpans(call, wanted, found) : found;
  return { spans, isLanguageKnown: language !== null, isExhausted };
}

/** Known language of `de` or `de-AT`; null for others. */
function knownLanguageOf(code: string | null): KnownLanguage | null {
  const base = code?.toLowerCase().split(/[-_]/)[0];
  return KNOWN_LANGUAGES.find((language) => language === base) ?? null;
}

/** Finds what the words of a call say to be sensitive. Spans may overlap. */
function textSpans(
  call: SearchedCall,
  wanted: WantedRedaction,
  language: KnownLanguage,
  numbers: readonly SensitiveSpan[],
): SensitiveSpan[] {
  const talk = readTalk(call, language, wanted.countries);
  const book = askBookOf(language);
  const requests = requestsIn(talk, book);
  const spoken = spokenSpans(talk, wanted, requests);
  const repeated = withRepeats(talk, spoken);
  const { found, isIdle } = judgeWords(talk, book, requests, [...repeated, ...numbers], new Set(wanted.types));
  const standing = spoken.filter((span) => !isIdle(span));
  // What is dropped is not said once more either.
  const kept = standing.length === spoken.length ? repeated : withRepeats(talk, standing);
  return [...kept, ...withRepeats(talk, found)];
}

/** Adds spans of what is said once more. */
export const withRepeats = (talk: Talk, spans: readonly SensitiveSpan[]) => [...spans, ...repeatSpans(talk, spans)];

/**
 * Finds what was asked for, and what stands behind a cue.
 * @param requests shares of what each turn may ask for
 */
export function spokenSpans(talk: Talk, wanted: WantedRedaction, requests: readonly (Asked | null)[]): SensitiveSpan[] {
  return [...askedSpans(talk, wanted, requests), ...cueSpans(talk, wanted)];
}
