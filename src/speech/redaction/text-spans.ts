// Finds what the words of a call say to be sensitive: what was asked for, and what stands behind a cue. Pure.
import type { WantedRedaction } from '../../ports/redaction.js';
import { askedSpans } from './asks/asked-spans.js';
import { cueSpans } from './cues/cue-spans.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';
import { type KnownLanguage, readTalk } from './talk/talk.js';

/** Spans may overlap. */
export function textSpans(call: SearchedCall, wanted: WantedRedaction, language: KnownLanguage): SensitiveSpan[] {
  const talk = readTalk(call, language, wanted.countries);
  return [...askedSpans(talk, wanted), ...cueSpans(talk, wanted)];
}
