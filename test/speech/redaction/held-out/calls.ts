// 240 calls in which something is said that must be masked, and 60 in which nothing is: always the same. In half of each the
// sentences are other ones.
import { createHash } from 'node:crypto';
import type { RedactionCountry } from '../../../../src/ports/redaction.js';
import type { Random } from '../../../support/builders/random.js';
import { filled } from '../spoken/fillings.js';
import type { Language } from '../spoken/number-words.js';
import { type PlantedCall, placed, randomOf, type Said, type SpokenCall, spoken } from '../spoken/planted-call.js';
import { sayValue, WAYS, type Way, words } from '../spoken/say-value.js';
import { drawValue, NAMED_TYPES, PLANTED_TYPES, type PlantedType, type Value } from '../spoken/values.js';
import { type Half, readSentences, type Sentences } from './sentences.js';
import { HELD_OUT_VOCABULARY } from './vocabulary.js';

export interface HeldOutCall extends SpokenCall {
  readonly half: Half;
}

export type HeldOutPlantedCall = HeldOutCall & PlantedCall;

const LANGUAGES = ['en', 'de'] as const;
const WAYS_OF_NAMES: readonly Way[] = ['pairs', 'written', 'correction', 'interjection', 'read_back', 'unasked'];
const NEUTRAL_PER_LANGUAGE = 30;
const NEUTRAL_EXCHANGES = 8;

export function plantedCalls(): HeldOutPlantedCall[] {
  return callsWith(PLANTED_TYPES, WAYS);
}

/** Calls with names and addresses, asked for or after a cue. */
export function namedCalls(): HeldOutPlantedCall[] {
  return callsWith(NAMED_TYPES, WAYS_OF_NAMES);
}

function callsWith(types: readonly PlantedType[], ways: readonly Way[]): HeldOutPlantedCall[] {
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
  readonly type: PlantedType;
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
  const vocabulary = HELD_OUT_VOCABULARY[language];
  const value = drawn(type, way, { country, language, asked, vocabulary }, random);
  const turns = sayValue(value, way, language, sentences, random);
  const thanks: Said = { party: 0, tokens: words(random.of(sentences.thanks)) };
  if (way !== 'unasked') {
    const lead = random.below(2) === 0 ? words(random.of(sentences.leads)) : [];
    return [{ party: 0, tokens: words(asked) }, ...spoken(turns, type, lead), thanks];
  }
  if (type !== 'card_security_code' && type !== 'card_expiry') return [...spoken(turns, type, words(asked)), thanks];
  // Beside a card, as one says it unasked.
  const card = drawn('card_number', way, { country, language, asked: '', vocabulary }, random);
  const cue = random.of(sentences.types.card_number?.cues ?? []);
  const [first] = spoken(sayValue(card, 'unasked', language, sentences, random), 'card_number', words(cue)) as [Said];
  const [second] = spoken(turns, type, words(asked)) as [Said];
  return [{ party: 1, tokens: [...first.tokens, ...second.tokens] }, thanks];
}

/** With a sign twice in a row where it is said as a double. */
function drawn(type: PlantedType, way: Way, wanted: Parameters<typeof drawValue>[1], random: Random): Value {
  for (;;) {
    const value = drawValue(type, wanted, random);
    if (way !== 'doubles' || value.groups.some(({ kind, text }) => kind !== 'say' && /(.)\1/.test(text))) return value;
  }
}
