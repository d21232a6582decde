// 120 calls in which something is said that must be masked, and 30 in which nothing is: always the same.
// Who writes or tunes rules of finding must look neither at their sentences nor at what fails in them: only at the figures.
import { REDACTION_COUNTRIES, type RedactionCountry } from '../../../../src/ports/redaction.js';
import type { Random } from '../../../support/builders/random.js';
import { filled } from '../spoken/fillings.js';
import type { CallSet } from '../spoken/measure.js';
import type { Language } from '../spoken/number-words.js';
import {
  type PlantedCall,
  placed,
  randomOf,
  type Said,
  type SpokenCall,
  sentence,
  spoken,
} from '../spoken/planted-call.js';
import { type Way as SaidWay, sayValue, type Token, words } from '../spoken/say-value.js';
import { drawValue, PLANTED_TYPES, type PlantedType, type Value } from '../spoken/values.js';
import { readSentences, type Sentences, type Wordings } from './sentences.js';

export const UNSEEN_WAYS = [
  'digits',
  'pairs',
  'doubles',
  'written',
  'fillers',
  'correction',
  'interjection',
  'segments',
  'indirect',
  'unasked',
  'spelled',
  'read_back',
] as const;
/** `asked`: after an ask, in figures or words. */
type UnseenWay = (typeof UNSEEN_WAYS)[number] | 'asked';
type UnseenType = (typeof PLANTED_TYPES)[number];

/** Where a call with each type is likely. */
const TRADES: Record<UnseenType, readonly string[]> = {
  card_number: ['hotel', 'garage', 'mail_order', 'airline', 'telecoms', 'energy'],
  card_security_code: ['airline', 'mail_order', 'hotel', 'garage', 'insurer'],
  card_expiry: ['mail_order', 'hotel', 'telecoms', 'airline', 'energy'],
  bank_account: ['energy', 'insurer', 'public_office', 'telecoms', 'mail_order'],
  national_id: ['public_office', 'bank', 'insurer'],
  health_id: ['clinic', 'insurer', 'public_office'],
  date_of_birth: ['clinic', 'airline', 'bank', 'insurer', 'public_office'],
  phone_number: ['garage', 'energy', 'hotel', 'clinic', 'telecoms', 'mail_order'],
  email: ['hotel', 'airline', 'energy', 'public_office', 'garage', 'insurer'],
  password_or_pin: ['bank', 'telecoms', 'energy', 'mail_order'],
};
const COUNTRIES: readonly RedactionCountry[] = ['US', 'DE', 'GB', 'DE'];
/** Which list of wordings begins which way of the further calls. */
const BEGUN = { asks: 'asked', indirect: 'indirect', cues: 'unasked' } as const;
const NEUTRAL_PER_LANGUAGE = 15;
const NEUTRAL_DIALOGUES = 8;

export function unseenSet(): CallSet {
  const planted = PLANTED_TYPES.flatMap((type, typeAt) =>
    UNSEEN_WAYS.map((way, wayAt) => {
      const turn = typeAt + wayAt + Math.floor(wayAt / COUNTRIES.length);
      const country = COUNTRIES[turn % COUNTRIES.length] as RedactionCountry;
      const ofType = wordings(type, country);
      const begun = way === 'indirect' ? ofType.indirect : way === 'unasked' ? ofType.cues : ofType.asks;
      const at = wayAt + typeAt;
      const asked = begun[at % begun.length] as string;
      return plantedCall({ id: `unseen-${type}-${way}`, type, way, country, asked, turn: at });
    }),
  );
  const neutral = (['en', 'de'] as const).flatMap((language) =>
    Array.from({ length: NEUTRAL_PER_LANGUAGE }, (_, at) => neutralCall(language, at)),
  );
  return { planted, named: [], neutral };
}

/** Each ask, indirect ask and cue once in each country it is said in. */
export function everyWording(): CallSet {
  const planted = PLANTED_TYPES.flatMap((type) =>
    REDACTION_COUNTRIES.flatMap((country) =>
      (['asks', 'indirect', 'cues'] as const).flatMap((list) =>
        wordings(type, country)[list].map((asked, turn) =>
          plantedCall({
            id: `wording-${country}-${type}-${list}-${turn}`,
            type,
            way: BEGUN[list],
            country,
            asked,
            turn,
          }),
        ),
      ),
    ),
  );
  return { planted, named: [], neutral: [] };
}

function wordings(type: UnseenType, country: RedactionCountry): Wordings {
  const { types } = readSentences(languageOf(country));
  const ofType = types[type] ?? types[`${type}_${country}`];
  if (ofType === undefined) throw new Error(`No sentences for ${type} in ${country}`);
  return ofType;
}

function languageOf(country: RedactionCountry): Language {
  return country === 'DE' ? 'de' : 'en';
}

interface Wanted {
  readonly id: string;
  readonly type: UnseenType;
  readonly way: UnseenWay;
  readonly country: RedactionCountry;
  /** The ask, or the cue of who is not asked. */
  readonly asked: string;
  /** Chooses the trade. */
  readonly turn: number;
}

function plantedCall(wanted: Wanted): PlantedCall {
  const { id, type, way, country, turn } = wanted;
  const language = languageOf(country);
  const random = randomOf(id);
  const sentences = readSentences(language);
  const names = TRADES[type];
  const trade = sentences.trades[names[turn % names.length] as string] as Sentences['trades'][string];
  const [before, after] = some(trade.talk, 2, random) as [readonly string[], readonly string[]];
  const say = (dialogue: readonly string[]) => inTurn(dialogue, language, random);
  const said = [
    ...say(trade.opening),
    ...say(before),
    ...exchange({ ...wanted, language, sentences, random }),
    ...say(after),
    ...say(trade.closing),
  ];
  return { id, type, way, country, ...placed(said, language, random, spelling(random)) };
}

function neutralCall(language: Language, at: number): SpokenCall {
  const id = `unseen-neutral-${language}-${at}`;
  const random = randomOf(id);
  const { trades, neutral } = readSentences(language);
  const all = Object.values(trades);
  const { opening, talk, closing } = all[at % all.length] as Sentences['trades'][string];
  const dialogues = [opening, ...talk, ...some(neutral, NEUTRAL_DIALOGUES, random), closing];
  const said = dialogues.flatMap((dialogue) => inTurn(dialogue, language, random));
  const { call, durationMs } = placed(said, language, random, spelling(random));
  return { id, call, durationMs };
}

/** An order number that is said again in a dialogue is the same one. */
function inTurn(dialogue: readonly string[], language: Language, random: Random): Said[] {
  const order = filled('{order}', language, random);
  return dialogue.map((text, at) => ({
    party: at % 2 === 0 ? 0 : 1,
    tokens: words(filled(text.replaceAll('{order}', order), language, random)),
  }));
}

function some<One>(all: readonly One[], count: number, random: Random): One[] {
  const left = [...all];
  return Array.from({ length: count }).flatMap(() => left.splice(random.below(left.length), 1));
}

interface Exchanged extends Wanted {
  readonly language: Language;
  readonly sentences: Sentences;
  readonly random: Random;
}

function exchange(exchanged: Exchanged): Said[] {
  const { type, way, asked, sentences, random } = exchanged;
  const thanks: Said = { party: 0, tokens: words(random.of(sentences.thanks)) };
  if (way !== 'unasked') {
    const answer = saying(type, asked, random.of(sentences.leads), exchanged);
    return [{ party: 0, tokens: words(asked) }, ...ended(answer, exchanged), thanks];
  }
  if (type !== 'card_security_code' && type !== 'card_expiry') {
    return [...ended(saying(type, asked, asked, exchanged), exchanged), thanks];
  }
  // Beside a card, as one says it unasked.
  const cue = random.of(sentences.types.card_number?.cues ?? []);
  const card = saying('card_number', cue, cue, exchanged);
  const tokens = [...card, ...saying(type, asked, asked, exchanged)].flatMap((turnOfCard) => turnOfCard.tokens);
  return [{ party: 1, tokens }, thanks];
}

function saying(type: UnseenType, asked: string, lead: string, exchanged: Exchanged): Said[] {
  const { way, language, sentences, random } = exchanged;
  const saidWay: SaidWay = way === 'indirect' || way === 'asked' ? 'unasked' : way;
  const value = drawn(type, asked, exchanged);
  return spoken(sayValue(value, saidWay, language, sentences, random), type, words(lead));
}

/** Where a value is said as a double, or its letters by their names, it has one twice in a row. */
function drawn(type: PlantedType, asked: string, { way, country, language, sentences, random }: Exchanged): Value {
  const { vocabulary } = sentences;
  for (;;) {
    const value = drawValue(type, { country, language, asked, vocabulary }, random);
    const [isDoubled, isSpelled] = [
      way === 'doubles',
      way === 'spelled' && value.groups.some(({ kind }) => kind === 'word'),
    ];
    const kinds = isSpelled ? ['word'] : ['digits', 'letters', 'word'];
    const hasTwice = value.groups.some(({ kind, text }) => kinds.includes(kind) && /(.)\1/.test(text));
    if (hasTwice || !(isDoubled || isSpelled)) return value;
  }
}

/** Half of the answers go on with something else; what was read back is confirmed. */
function ended(answer: readonly Said[], { way, sentences, random }: Exchanged): Said[] {
  if (way === 'read_back') return [...answer, { party: 1, tokens: words(random.of(sentences.confirmations)) }];
  const last = answer.at(-1) as Said;
  if (random.below(2) === 0) return [...answer];
  const tokens: Token[] = [...sentence(last.tokens), ...words(random.of(sentences.tails))];
  return [...answer.slice(0, -1), { ...last, tokens }];
}

/** One transcriber in three writes neither marks nor capitals. */
function spelling(random: Random): (tokens: Said['tokens']) => Said['tokens'] {
  return random.below(3) === 0 ? withoutMarks : sentence;
}

function withoutMarks(tokens: Said['tokens']): Said['tokens'] {
  return tokens
    .map((token) => ({ ...token, text: token.text.toLowerCase().replace(/[.,?!:]+$/, '') }))
    .filter(({ text }) => text !== '');
}
