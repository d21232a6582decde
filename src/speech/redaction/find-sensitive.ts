// Finds what is to be masked in the words of a call: numbers, what was asked for, names after cues, an account's patterns. Pure.
import type { WantedRedaction } from '../../ports/redaction.js';
import { askedSpans } from './asks/asked-spans.js';
import { cueSpans } from './cues/cue-spans.js';
import { customSpans } from './custom/custom-spans.js';
import { numberSpans } from './numbers/number-spans.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';
import { KNOWN_LANGUAGES, type KnownLanguage, readTalk } from './talk/talk.js';
import { unknownLanguageSpans } from './unknown-language.js';

export interface Found {
  /** They may overlap. */
  readonly spans: SensitiveSpan[];
  /**
   * False where the words of numbers are not known. Then each segment with a find is one span as a whole, and the caller
   * withholds the sound: what else belongs to the find cannot be told.
   */
  readonly isLanguageKnown: boolean;
  /**
   * True where the patterns of the account took more steps than they may. Then each segment that was not searched is one span
   * as a whole, and the caller withholds the sound.
   */
  readonly isExhausted: boolean;
}

/**
 * Each segment with a find of a language that is not known is one span. Of `null`, the words of all known languages are
 * looked for.
 */
export function findSensitive(call: SearchedCall, wanted: WantedRedaction): Found {
  const language = knownLanguageOf(call.language);
  const { spans: custom, isExhausted } = customSpans(call, wanted.custom);
  const languages = language === null ? (call.language === null ? KNOWN_LANGUAGES : []) : [language];
  const found = [
    ...numberSpans(call, wanted),
    ...languages.flatMap((each) => textSpans(call, wanted, each)),
    ...custom,
  ];
  const spans = language === null ? unknownLanguageSpans(call, wanted, found) : found;
  return { spans, isLanguageKnown: language !== null, isExhausted };
}

/** Known language of `de` or `de-AT`; null for others. */
function knownLanguageOf(code: string | null): KnownLanguage | null {
  const base = code?.toLowerCase().split(/[-_]/)[0];
  return KNOWN_LANGUAGES.find((language) => language === base) ?? null;
}

/** Finds what the words of a call say to be sensitive: what was asked for, and what stands behind a cue. Spans may overlap. */
function textSpans(call: SearchedCall, wanted: WantedRedaction, language: KnownLanguage): SensitiveSpan[] {
  const talk = readTalk(call, language, wanted.countries);
  return [...askedSpans(talk, wanted), ...cueSpans(talk, wanted)];
}
