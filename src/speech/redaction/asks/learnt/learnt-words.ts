// Judges words by weights that were learnt: finds data that is given in pieces, spelled, or read back, and answers in which no
// word is data. Pure.

import type { KnownLanguage } from '../../../../phrases/known-languages.js';
import { LinearModel } from '../../../../phrases/learnt/linear-model.js';
import { REDACTION_TYPES, type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
import type { Place } from '../../numbers/number-stretch.js';
import type { SensitiveSpan } from '../../sensitive-span.js';
import { PlaceIndex } from '../../talk/place-index.js';
import { spansOfWords } from '../../talk/span-of.js';
import { placesOf, type SaidWord, type Talk } from '../../talk/talk.js';
import type { AskBook } from '../ask-book.js';
import { mayBeIdle } from './idle-answers.js';
import { type AskedFor, learntWordsOf } from './learnt-file.js';
import { type Asked, type Likeliest, likeliestOf, sharesBefore } from './request-model.js';
import { type WordToJudge, wordsToJudge } from './word-features.js';

/**
 * Share of all types that are wanted, from which a word belongs to data: beside a masked answer, and elsewhere. Of cards and
 * secrets none may stay; numbers are read by the rules, and where they are not, most are others.
 */
const MIN_SHARES = {
  number: { beside: 0.8, alone: 0.97 },
  secret: { beside: 0.4, alone: 0.95 },
  other: { beside: 0.6, alone: 0.95 },
} as const;
/** The same after a request that is likely: the share of the word, and together with the share of the request. */
const MIN_AFTER_REQUEST = 0.25;
const MIN_WITH_REQUEST = { number: 1.5, other: 1.2 } as const;
/** The same of a word that is doubtful alone, no more than so many words from data. */
const MIN_NEAR_DATA = 0.12;
const REACH = 3;
/** Words between two parts of one card or secret that belong to it whatever they are. */
const MAX_BETWEEN = 2;
const CONFIDENCE = 0.6;
/** The share of a request and that of one word of its answer are together as much at least, where the answer has data. */
const MIN_TOGETHER = 0.5;
/** Share of a word below which it is no data, however sure its request: "the password?" - "my husband knew it". */
const MIN_IN_ANSWER = 0.01;
/** Turns before an answer of which one asked for it. */
const TURNS_TO_REQUEST = 3;

const MODELS: Readonly<Record<KnownLanguage, LinearModel<AskedFor>>> = {
  en: new LinearModel(learntWordsOf('en')),
  de: new LinearModel(learntWordsOf('de')),
};

export interface JudgedWords {
  /** Words of data that are not known, each span a run of words of one type. */
  readonly found: SensitiveSpan[];
  /** True for an answer that says no data: "What's your PIN?" - "Let me look for it." One that is long is not judged. */
  readonly isIdle: (span: SensitiveSpan) => boolean;
}

/**
 * @param asks patterns of requests: their own words are no data
 * @param requests shares of what each turn may ask for
 * @param known what is found already: the words are judged by it
 */
export function judgeWords(
  talk: Talk,
  { asks }: Pick<AskBook, 'asks'>,
  requests: readonly (Asked | null)[],
  known: readonly SensitiveSpan[],
  wanted: ReadonlySet<RedactionType>,
): JudgedWords {
  if (talk.turns.every(({ party }) => party === null)) return { found: [], isIdle: () => false };
  const model = MODELS[talk.language];
  const asked = sharesBefore(requests, TURNS_TO_REQUEST);
  const found: SensitiveSpan[] = [];
  const answers: MaskedWord[] = [];
  for (const [turn, words] of wordsToJudge(talk, requests, known).entries()) {
    const requested = asks.find(talk.turns[turn]!.words);
    const request = asked[turn] ?? null;
    const isWhole = words.length === talk.turns[turn]!.words.length;
    const judged = words.map((each, at) => {
      const isRequest = each.masked === '' && requested.some(({ from, to }) => at >= from && at < to);
      const likeliest = isRequest ? null : likeliestOf(model.shares(each.features()), wanted);
      const isData = each.masked === '' && likeliest !== null && isFound(likeliest, each, request ?? 0);
      return { ...each, isRequest, share: likeliest?.share ?? 0, type: isData ? likeliest.type : null };
    });
    found.push(...runsOf(withDoubtful(judged)));
    if (!isWhole || request === null) continue;
    for (const { word, share } of judged.filter(({ masked }) => masked !== ''))
      answers.push({ places: placesOf([word]), together: share < MIN_IN_ANSWER ? 0 : share + request });
  }
  const answered = new PlaceIndex(answers);
  return { found, isIdle: (span) => isIdle(answered, span) };
}

/** @param asked share of a request before the word */
function isFound(
  { type, share }: Likeliest,
  { kind, isBesideAnswer }: Pick<WordToJudge, 'kind' | 'isBesideAnswer'>,
  asked: number,
): boolean {
  const least = kind === '#' ? MIN_SHARES.number : TYPE_ROWS[type].isPci ? MIN_SHARES.secret : MIN_SHARES.other;
  if (share >= least[isBesideAnswer ? 'beside' : 'alone']) return true;
  return share >= MIN_AFTER_REQUEST && share + asked >= MIN_WITH_REQUEST[kind === '#' ? 'number' : 'other'];
}

interface JudgedWord extends Pick<WordToJudge, 'word' | 'masked'> {
  readonly isRequest: boolean;
  readonly share: number;
  /** Type of the data that the word belongs to; null for none, and where it is masked already. */
  readonly type: RedactionType | null;
}

/** Adds doubtful words near data, and what stands between: "[forty] one", "nine [herons] over Athlone". */
function withDoubtful(words: readonly JudgedWord[]): JudgedWord[] {
  const grown = [...words];
  const typeAt = (at: number) => grown[at]?.type ?? (grown[at]?.masked || null);
  const nearest = (at: number, step: number, reach: number) =>
    Array.from({ length: reach }, (_, off) => at + step * (off + 1)).find((place) => typeAt(place) !== null);
  const addTo = (at: number, step: number) => {
    const { isRequest, share } = grown[at]!;
    const near = typeAt(at) === null && !isRequest ? nearest(at, -step, REACH) : undefined;
    if (near === undefined) return;
    const type = typeAt(near);
    if (!isRedactionType(type)) return;
    const ahead = near === at - step && TYPE_ROWS[type].isPci ? nearest(at, step, MAX_BETWEEN) : undefined;
    const isBetween = ahead !== undefined && typeAt(ahead) === type;
    if (share < MIN_NEAR_DATA && !isBetween) return;
    for (let place = at; place !== near; place -= step)
      if (!grown[place]!.isRequest) grown[place] = { ...grown[place]!, type };
  };
  for (let at = 0; at < grown.length; at += 1) addTo(at, 1);
  for (let at = grown.length - 1; at >= 0; at -= 1) addTo(at, -1);
  return grown;
}

const isRedactionType = (type: string | null): type is RedactionType => REDACTION_TYPES.some((each) => each === type);

/** A span for each run of words of one type. */
function runsOf(words: readonly JudgedWord[]): SensitiveSpan[] {
  const runs: { type: RedactionType; words: SaidWord[] }[] = [];
  for (const [at, { word, type }] of words.entries()) {
    if (type === null) continue;
    if (type === words[at - 1]?.type) runs.at(-1)!.words.push(word);
    else runs.push({ type, words: [word] });
  }
  return runs.flatMap((run) => spansOfWords(run.words, { type: run.type, basis: 'asked_for', confidence: CONFIDENCE }));
}

interface MaskedWord {
  readonly places: readonly Place[];
  /** Share of all types that are wanted, and that of a request before it. */
  readonly together: number;
}

function isIdle(answered: PlaceIndex<MaskedWord>, span: SensitiveSpan): boolean {
  if (!mayBeIdle(span)) return false;
  const words = answered.in([span]);
  return words.length > 0 && words.every(({ together }) => together < MIN_TOGETHER);
}
