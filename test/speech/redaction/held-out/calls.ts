// 240 calls in which something is said that must be masked, and 60 in which nothing is: always the same. In half of each the
// sentences are other ones.
import { createHash } from 'node:crypto';
import type { RedactionCountry } from '../../../../src/ports/redaction.js';
import type { SearchedCall, SearchedSegment } from '../../../../src/speech/redaction/sensitive-span.js';
import { Random } from '../../../support/builders/random.js';
import type { Language } from './number-words.js';
import { sayValue, type Token, type Turn, WAYS, type Way, words } from './say-value.js';
import { filled, type Half, readSentences, type Sentences } from './sentences.js';
import { drawValue, HELD_OUT_TYPES, type HeldOutType, NAMED_TYPES, type Value } from './values.js';

/** A word that must be gone: its letters and digits, without the marks beside them. */
export interface Planted {
  readonly segmentId: number;
  readonly from: number;
  readonly to: number;
  readonly type: HeldOutType;
}

export interface HeldOutCall {
  readonly id: string;
  readonly half: Half;
  readonly call: SearchedCall;
  readonly durationMs: number;
}

export interface PlantedCall extends HeldOutCall {
  readonly type: HeldOutType;
  readonly way: Way;
  readonly country: RedactionCountry;
  readonly planted: readonly Planted[];
}

const LANGUAGES = ['en', 'de'] as const;
const WAYS_OF_NAMES: readonly Way[] = ['pairs', 'written', 'correction', 'interjection', 'read_back', 'unasked'];
const NEUTRAL_PER_LANGUAGE = 30;
const NEUTRAL_EXCHANGES = 8;

const MS_PER_LETTER = 60;
const MS_BETWEEN_WORDS = 80;
const MS_BETWEEN_TURNS = 400;

interface Said {
  /** The first party opens the call; the second has called. */
  readonly party: 0 | 1;
  readonly tokens: readonly (Token & { readonly type?: HeldOutType })[];
}

export function plantedCalls(): PlantedCall[] {
  return callsWith(HELD_OUT_TYPES, WAYS);
}

/** Calls with names and addresses, asked for or after a cue. */
export function namedCalls(): PlantedCall[] {
  return callsWith(NAMED_TYPES, WAYS_OF_NAMES);
}

function callsWith(types: readonly HeldOutType[], ways: readonly Way[]): PlantedCall[] {
  const ids = LANGUAGES.flatMap((language) =>
    types.flatMap((type, typeAt) =>
      ways.map((way, wayAt) => ({ id: `${language}-${type}-${way}`, language, type, way, turn: typeAt + wayAt })),
    ),
  );
  const halves = halvesOf(ids.map(({ id }) => id));
  return ids.map(({ id, language, type, way, turn }) => {
    const half = halves.get(id) as Half;
    const country: RedactionCountry = language === 'de' ? 'DE' : turn % 2 === 0 ? 'US' : 'GB';
    const random = randomOf(id);
    const sentences = readSentences(half, language);
    const said = [
      ...small(sentences.openings, 1, language, random, sentences),
      ...small(sentences.talk, 1, language, random, sentences),
      ...exchange({ type, way, country, language, sentences, random }),
      ...small(sentences.talk, 1, language, random, sentences),
      ...small(sentences.closings, 1, language, random, sentences),
    ];
    return { id, half, type, way, country, ...placed(said, language, random) };
  });
}

export function neutralCalls(): HeldOutCall[] {
  const ids = LANGUAGES.flatMap((language) =>
    Array.from({ length: NEUTRAL_PER_LANGUAGE }, (_, at) => ({ id: `${language}-neutral-${at}`, language })),
  );
  const halves = halvesOf(ids.map(({ id }) => id));
  return ids.map(({ id, language }) => {
    const half = halves.get(id) as Half;
    const random = randomOf(id);
    const sentences = readSentences(half, language);
    const said = [
      ...small(sentences.openings, 1, language, random, sentences),
      ...small(sentences.neutral, NEUTRAL_EXCHANGES, language, random, sentences),
      ...small(sentences.talk, 2, language, random, sentences),
      ...small(sentences.closings, 1, language, random, sentences),
    ];
    const { call, durationMs } = placed(said, language, random);
    return { id, half, call, durationMs };
  });
}

/** By the hash of the id, and as many of one half as of the other. */
function halvesOf(ids: readonly string[]): Map<string, Half> {
  const hash = (id: string) => createHash('sha256').update(id).digest('hex');
  const ordered = [...ids].sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  return new Map(ordered.map((id, at) => [id, at < ids.length / 2 ? 'seen' : 'held-out']));
}

export function randomOf(id: string): Random {
  return new Random(createHash('sha256').update(id).digest().readInt32LE());
}

/** Some exchanges of a list, each at most once. */
function small(
  exchanges: Sentences['talk'],
  count: number,
  language: Language,
  random: Random,
  { interjections }: Sentences,
): Said[] {
  const left = [...exchanges];
  return Array.from({ length: Math.min(count, left.length) }).flatMap(() => {
    const [first, second] = left.splice(random.below(left.length), 1)[0] as readonly [string, string];
    const said: Said[] = [
      { party: 0, tokens: words(filled(first, language, random)) },
      { party: 1, tokens: words(filled(second, language, random)) },
    ];
    return random.below(4) === 0 ? [...said, { party: 0, tokens: words(random.of(interjections)) }] : said;
  });
}

interface Exchanged {
  readonly type: HeldOutType;
  readonly way: Way;
  readonly country: RedactionCountry;
  readonly language: Language;
  readonly sentences: Sentences;
  readonly random: Random;
}

function exchange({ type, way, country, language, sentences, random }: Exchanged): Said[] {
  const ofType = sentences.types[type] ?? sentences.types[`${type}_${country}`];
  if (ofType === undefined) throw new Error(`No sentences for ${type} in ${country}`);
  const asked = random.of(way === 'unasked' ? ofType.cues : ofType.asks);
  const value = drawn(type, way, { country, language, asked }, random);
  const turns = sayValue(value, way, language, sentences, random);
  const thanks: Said = { party: 0, tokens: words(random.of(sentences.thanks)) };
  if (way !== 'unasked') {
    const lead = random.below(2) === 0 ? words(random.of(sentences.leads)) : [];
    return [{ party: 0, tokens: words(asked) }, ...spoken(turns, type, lead), thanks];
  }
  if (type !== 'card_security_code' && type !== 'card_expiry') return [...spoken(turns, type, words(asked)), thanks];
  // Beside a card, as one says it unasked.
  const card = drawn('card_number', way, { country, language, asked: '' }, random);
  const cue = random.of(sentences.types.card_number?.cues ?? []);
  const [first] = spoken(sayValue(card, 'unasked', language, sentences, random), 'card_number', words(cue)) as [Said];
  const [second] = spoken(turns, type, words(asked)) as [Said];
  return [{ party: 1, tokens: [...first.tokens, ...second.tokens] }, thanks];
}

function spoken(turns: readonly Turn[], type: HeldOutType, lead: readonly Token[]): Said[] {
  return turns.map(({ by, tokens }, at) => ({
    party: by === 'owner' ? 1 : 0,
    tokens: [...(at === 0 ? lead : []), ...tokens.map((token) => ({ ...token, type }))],
  }));
}

/** With a sign twice in a row where it is said as a double. */
function drawn(type: HeldOutType, way: Way, wanted: Parameters<typeof drawValue>[1], random: Random): Value {
  for (;;) {
    const value = drawValue(type, wanted, random);
    if (way !== 'doubles' || value.groups.some(({ kind, text }) => kind !== 'say' && /(.)\1/.test(text))) return value;
  }
}

/** Two channels, the caller on either of them, or one channel with voices. Each word has the time of its letters. */
function placed(said: readonly Said[], language: Language, random: Random) {
  const kind = random.below(3);
  const planted: Planted[] = [];
  let nowMs = 0;
  const segments = said.map(({ party, tokens }, id): SearchedSegment => {
    nowMs += MS_BETWEEN_TURNS;
    const startMs = nowMs;
    const channel = kind === 2 ? null : kind === 1 ? 1 - party : party;
    let at = 0;
    const spelled = sentence(tokens);
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
function sentence(tokens: Said['tokens']): Said['tokens'] {
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
