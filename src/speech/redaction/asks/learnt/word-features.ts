// What the words of data are known by that were given in pieces, spelled, or read back: the word and its neighbours, what was
// asked before, and what is masked around it. Who learns the weights and who applies them reads words by these functions. Pure.
// cspell:ignore Sonnenblume
import { classesOf } from '../../../../phrases/learnt/word-classes.js';
import { REDACTION_TYPES, type RedactionType } from '../../../../ports/redaction.js';
import type { Place } from '../../numbers/number-stretch.js';
import type { SensitiveSpan } from '../../sensitive-span.js';
import { isCapital } from '../../talk/names.js';
import { PlaceIndex } from '../../talk/place-index.js';
import { placesOf, type SaidWord, type Talk, type Turn } from '../../talk/talk.js';
import { isSaidNumber } from '../answer-words.js';
import { isRare } from './learnt-file.js';
import { type Asked, likeliestOf } from './request-model.js';

/** A part of a number, a rare word, another word. */
const KINDS = ['#', '?', 'w'] as const;
type Kind = (typeof KINDS)[number];

interface ReadWord {
  readonly word: SaidWord;
  readonly kind: Kind;
  /** The text of a common word; else its kind. */
  readonly sign: string;
  /** Type of a span that has the word; empty for none. */
  readonly masked: string;
}

export interface WordToJudge {
  readonly word: SaidWord;
  readonly kind: Kind;
  /** Made when it is asked for: a call may have a hundred thousand words. */
  readonly features: () => readonly string[];
  /** Type of a span that has the word; empty for none. */
  readonly masked: string;
  /** True where an answer near it is masked. */
  readonly isBesideAnswer: boolean;
}

/** Turns around a word that tell what it is. */
const TURNS_AROUND = 4;
/** Share of all that a turn may ask for, from which it is a sign. */
const MIN_ASKED = 0.15;
/** The same from which words after it are looked at. */
const MIN_OPENING = 0.4;
const TURNS_AFTER_REQUEST = 3;
const EVERY_TYPE: ReadonlySet<RedactionType> = new Set(REDACTION_TYPES);
/** Words of the turn before that are signs, its last, and of the turn behind, its first. */
const [WORDS_BEFORE, WORDS_BEHIND] = [6, 4];
/** Letters of a part of a word, and of a word that is looked for in parts: no password has more, and its parts are many. */
const [MIN_PART, MAX_WHOLE] = [4, 40];
const MAX_NUMBER_WORDS = 60;
/** Words of a turn that are judged, from its first: what stands behind them is a story. */
const MAX_JUDGED_WORDS = 80;

/** @returns by turn, the words that may belong to data; none where no request and no mask is near */
export function wordsToJudge(
  talk: Talk,
  asked: readonly (Asked | null)[],
  spans: readonly SensitiveSpan[],
): WordToJudge[][] {
  const masks = new PlaceIndex(
    spans.map(({ segmentId, from, to, type }) => ({ places: [{ segmentId, from, to }], type })),
  );
  const turns = talk.turns.map((turn) => readTurn(talk, turn, masks));
  const requests = asked.map(requestOf);
  const types = turns.map((words) => [...new Set(words.map(({ masked }) => masked).filter(Boolean))]);
  const said = turns.map(rareWordsOf);
  const answered = new Set(spans.filter(({ basis }) => basis === 'asked_for').map(({ segmentId }) => segmentId));
  const answers = talk.turns.map(({ words }) => words.some(({ segment }) => answered.has(segment.id)));
  return turns.map((words, at) => {
    const isBesideAnswer = answers.slice(Math.max(0, at - TURNS_AROUND), at + 3).includes(true);
    if (!isBesideAnswer && !isAfterRequest(asked, at)) return [];
    const around = aroundTurn(requests, types, at);
    const shared = [...around, ...spokenAround(talk, turns, at), ...shapeOf(words), ...numbersAgain(turns, types, at)];
    const sharedBy = new Map(KINDS.map((kind) => [kind, shared.map((feature) => `${kind} ${feature}`)]));
    const near = said.slice(Math.max(0, at - 2), at + 3).filter((each) => each !== said[at]);
    return words.slice(0, MAX_JUDGED_WORDS).map(({ word, kind, masked }, index) => ({
      word,
      kind,
      masked,
      isBesideAnswer,
      features: () => [
        ...ownFeatures(talk, words, index),
        ...(kind === '#' ? [] : againFeatures(word.text, near, said[at]!).map((feature) => `${kind} ${feature}`)),
        ...sharedBy.get(kind)!,
      ],
    }));
  });
}

type Masks = PlaceIndex<{ readonly places: readonly Place[]; readonly type: string }>;

function readTurn(talk: Talk, { words }: Turn, masks: Masks): ReadWord[] {
  return words.map((word) => {
    const kind = isSaidNumber(talk, word) ? '#' : isRare(talk.language, word.text) ? '?' : 'w';
    const [mask] = masks.in(placesOf([word]));
    return { word, kind, sign: kind === 'w' ? word.text : kind, masked: mask?.type ?? '' };
  });
}

/** The likeliest type that a turn asks for and how sure that is, in three steps; empty where it asks for nothing. */
function requestOf(asked: Asked | null): string {
  const likeliest = asked === null ? null : likeliestOf(asked, EVERY_TYPE);
  if (likeliest === null || likeliest.share < MIN_ASKED) return '';
  return `${likeliest.type} ${likeliest.share < 0.4 ? 1 : likeliest.share < 0.7 ? 2 : 3}`;
}

/** True soon after a turn that may well ask for something. */
function isAfterRequest(asked: readonly (Asked | null)[], at: number): boolean {
  return asked
    .slice(Math.max(0, at - TURNS_AFTER_REQUEST), at + 1)
    .some((shares) => shares !== null && 1 - (shares.get('none') ?? 0) >= MIN_OPENING);
}

function aroundTurn(requests: readonly string[], types: readonly (readonly string[])[], at: number): string[] {
  const features: string[] = [];
  for (let off = -TURNS_AROUND; off <= 2; off += 1) {
    const request = requests[at + off] ?? '';
    if (request !== '' && off < 1) features.push(`asked ${off} ${request}`);
    for (const type of types[at + off] ?? []) features.push(`masked ${off} ${type}`);
  }
  return features;
}

function spokenAround({ language }: Talk, turns: readonly (readonly ReadWord[])[], at: number): string[] {
  const signs = (words: readonly ReadWord[] | undefined) => words?.map(({ sign }) => sign) ?? [];
  const meanings = (words: readonly ReadWord[] | undefined) => [
    ...new Set((words ?? []).flatMap(({ word }) => classesOf(language, word.text))),
  ];
  const before = signs(turns[at - 1]?.slice(-WORDS_BEFORE));
  const after = signs(turns[at + 1]?.slice(0, WORDS_BEHIND));
  return [
    ...before.map((sign) => `before ${sign}`),
    `before it ${before.slice(-2).join(' ')}`,
    ...after.map((sign) => `after ${sign}`),
    `after it ${after.slice(0, 2).join(' ')}`,
    `before has ${Math.min(8, turns[at - 1]?.length ?? 0)}`,
    ...meanings(turns[at - 1]?.slice(-WORDS_BEFORE)).map((meaning) => `before of ${meaning}`),
    ...meanings(turns[at + 1]?.slice(0, WORDS_BEHIND)).map((meaning) => `after of ${meaning}`),
  ];
}

function shapeOf(words: readonly ReadWord[]): string[] {
  const share = (kind: Kind) => Math.round((4 * words.filter((each) => each.kind === kind).length) / words.length);
  return [`words ${Math.min(12, words.length)}`, `numbers ${share('#')}`, `rare ${share('?')}`];
}

function ownFeatures(talk: Talk, words: readonly ReadWord[], at: number): string[] {
  const { word, kind, sign, masked } = words[at]!;
  const signAt = (off: number) => words[at + off]?.sign ?? (at + off < 0 ? '^' : '$');
  const maskAt = (off: number) => words[at + off]?.masked ?? '';
  const { text } = word;
  const form = talk.isCased
    ? isCapital(word)
      ? word.startsSentence || at === 0
        ? 'First'
        : 'Capital'
      : 'small'
    : 'uncased';
  return [
    `is ${sign}`,
    `-1 ${signAt(-1)}`,
    `+1 ${signAt(1)}`,
    `-2 ${signAt(-2)}`,
    `+2 ${signAt(2)}`,
    `-1 ${signAt(-1)} ${sign}`,
    `+1 ${sign} ${signAt(1)}`,
    `-2 ${signAt(-2)} ${signAt(-1)} ${kind}`,
    `+2 ${kind} ${signAt(1)} ${signAt(2)}`,
    `± ${signAt(-1)} ${kind} ${signAt(1)}`,
    `${kind} ${form}`,
    `${kind} letters ${Math.min(8, text.length)}`,
    ...(text.length === 1 && /\p{L}/u.test(text) ? ['letter'] : []),
    ...(kind === '?' ? [`ends ${text.slice(-3)}`, `ends ${text.slice(-4)}`] : []),
    `${kind} from ${Math.min(6, at)}`,
    `${kind} to ${Math.min(6, words.length - 1 - at)}`,
    `${kind} masked ${masked}`,
    `${kind} masked -1 ${maskAt(-1)}`,
    `${kind} masked +1 ${maskAt(1)}`,
    `${kind} masked ± ${maskAt(-1)} ${maskAt(1)}`,
    `masked ${masked} ${sign}`,
    `masked -1 ${maskAt(-1)} ${sign}`,
    ...[0, -1, 1, -2, 2].flatMap((off) =>
      meaningsAt(talk, words, at + off).map((meaning) => `${off} of ${meaning} ${kind}`),
    ),
  ];
}

const meaningsAt = ({ language }: Talk, words: readonly ReadWord[], at: number): readonly string[] => {
  const near = words[at];
  return near === undefined ? [] : classesOf(language, near.word.text);
};

interface RareWords {
  /** Type of the span that has the word; empty for none. */
  readonly masked: ReadonlyMap<string, string>;
  /** Beginnings of the words, from four letters on. */
  readonly beginnings: ReadonlySet<string>;
}

function rareWordsOf(words: readonly ReadWord[]): RareWords {
  const rare = words.filter(({ kind }) => kind === '?');
  return {
    masked: new Map(rare.map(({ word, masked }) => [word.text, masked])),
    beginnings: new Set(rare.flatMap(({ word }) => beginningsOf(word.text))),
  };
}

const beginningsOf = (text: string) =>
  text.length > MAX_WHOLE
    ? []
    : Array.from({ length: Math.max(0, text.length - MIN_PART) }, (_, at) => text.slice(0, MIN_PART + at));

/** A sign that a word is said again, or a part of it: "Sonnenblume23" of "Sonnenblume". */
function againFeatures(text: string, near: readonly RareWords[], own: RareWords): string[] {
  const again = near.flatMap(({ masked }) => masked.get(text) ?? []).map((type) => `again ${type}`);
  const isPart =
    text.length >= MIN_PART &&
    [...near, own].some(
      ({ masked, beginnings }) => beginnings.has(text) || beginningsOf(text).some((part) => masked.has(part)),
    );
  return [...new Set(again), ...(isPart ? ['part again'] : [])];
}

/** Signs that the numbers of a turn are those of a turn before it, or a part of them. */
function numbersAgain(
  turns: readonly (readonly ReadWord[])[],
  types: readonly (readonly string[])[],
  at: number,
): string[] {
  const numbersOf = (words: readonly ReadWord[] | undefined) =>
    (words ?? [])
      .filter(({ kind }) => kind === '#')
      .slice(0, MAX_NUMBER_WORDS)
      .map(({ word }) => word.text)
      .join(' ');
  const own = numbersOf(turns[at]);
  if (own === '') return [];
  return [1, 2, 3].flatMap((back) => {
    const other = numbersOf(turns[at - back]);
    if (other === '') return [];
    const type = types[at - back]?.[0] ?? '';
    return own === other
      ? [`same numbers ${type}`]
      : other.includes(own) || own.includes(other)
        ? [`part of numbers ${type}`]
        : [];
  });
}
