// A call in which it is known where each word stands that must be gone.
import { createHash } from 'node:crypto';
import type { RedactionCountry } from '../../../../src/ports/redaction.js';
import type { SearchedCall, SearchedSegment } from '../../../../src/speech/redaction/sensitive-span.js';
import { Random } from '../../../support/builders/random.js';
import type { Language } from './number-words.js';
import type { Token, Turn } from './say-value.js';
import type { PlantedType } from './values.js';

/** A word that must be gone: its letters and digits, without the marks beside them. */
export interface Planted {
  readonly segmentId: number;
  readonly from: number;
  readonly to: number;
  readonly type: PlantedType;
}

export interface SpokenCall {
  readonly id: string;
  readonly call: SearchedCall;
  readonly durationMs: number;
}

export interface PlantedCall extends SpokenCall {
  readonly type: PlantedType;
  /** How the value is said. */
  readonly way: string;
  readonly country: RedactionCountry;
  readonly planted: readonly Planted[];
}

const MS_PER_LETTER = 60;
const MS_BETWEEN_WORDS = 80;
const MS_BETWEEN_TURNS = 400;

export interface Said {
  /** The first party opens the call; the second has called. */
  readonly party: 0 | 1;
  readonly tokens: readonly SaidToken[];
}
type SaidToken = Token & { readonly type?: PlantedType };

export function randomOf(id: string): Random {
  return new Random(createHash('sha256').update(id).digest().readInt32LE());
}

/** The turns in which a value is said, its first one begun with other words. */
export function spoken(turns: readonly Turn[], type: PlantedType, lead: readonly Token[]): Said[] {
  return turns.map(({ by, tokens }, at) => ({
    party: by === 'owner' ? 1 : 0,
    tokens: [...(at === 0 ? lead : []), ...tokens.map((token) => ({ ...token, type }))],
  }));
}

/** Two channels, the caller on either of them, or one channel with voices. Each word has the time of its letters. */
export function placed(
  said: readonly Said[],
  language: Language,
  random: Random,
  spelling: (tokens: Said['tokens']) => Said['tokens'] = sentence,
) {
  const kind = random.below(3);
  const planted: Planted[] = [];
  let nowMs = 0;
  const segments = said.map(({ party, tokens }, id): SearchedSegment => {
    nowMs += MS_BETWEEN_TURNS;
    const startMs = nowMs;
    const channel = kind === 2 ? null : kind === 1 ? 1 - party : party;
    let at = 0;
    const spelled = spelling(tokens);
    const timed = spelled.map(({ text, planted: isPlanted, type }) => {
      const [from, to] = bare(text);
      if (isPlanted && type) planted.push({ segmentId: id, from: at + from, to: at + to, type });
      at += text.length + 1;
      const word = { text, startMs: nowMs, endMs: nowMs + text.length * MS_PER_LETTER, confidence: 0.9 };
      nowMs = word.endMs + MS_BETWEEN_WORDS;
      return word;
    });
    const text = spelled.map((token) => token.text).join(' ');
    const speaker = channel === null ? `speaker_${party}` : `channel_${channel}`;
    return { id, channel, speaker, startMs, endMs: nowMs, text, words: timed };
  });
  return { call: { segments, language }, durationMs: nowMs, planted };
}

/** A capital first, a full stop last. */
export function sentence(tokens: Said['tokens']): Said['tokens'] {
  return tokens.map((token, at) => {
    const isName = token.planted && /[@]/.test(token.text);
    const first = at === 0 && !isName ? token.text.slice(0, 1).toUpperCase() + token.text.slice(1) : token.text;
    const text = at === tokens.length - 1 && !/[.?!]$/.test(first) ? `${first.replace(/,$/, '')}.` : first;
    return { ...token, text };
  });
}

/** Where the letters and digits of a word begin and end. */
function bare(text: string): [number, number] {
  const from = text.search(/[\p{L}\p{N}]/u);
  return [from, text.length - /[^\p{L}\p{N}]*$/u.exec(text)![0].length];
}
