// Judges words by weights that were learnt: finds data that is given in pieces, spelled, or read back, and answers in which no
// word is data. Pure.

import type { KnownLanguage } from '../../../../phrases/known-languages.js';
import { LinearModel } from '../../../../phrases/learnt/linear-model.js';
import { type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
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
const CONFIDENCE = 0.6;
/** The share of a request and that of one word of its answer are together as much at least, where the answer has data. */
const MIN_TOGETHER = 0.5;
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
  const masked: MaskedWord[] = [];
  for (const [turn, words] of wordsToJudge(talk, requests, known).entries()) {
    const requested = asks.find(words.map(({ word }) => word));
    const request = asked[turn] ?? null;
    const isWhole = words.length === talk.turns[turn]!.words.length;
    const runs: { type: RedactionType; words: SaidWord[] }[] = [];
    let open: RedactionType | null = null;
    for (const [at, { word, kind, features, isMasked, isBesideAnswer }] of words.entries()) {
      const isRequest = !isMasked && requested.some(({ from, to }) => at >= from && at < to);
      const likeliest = isRequest ? null : likeliestOf(model.shares(features()), wanted);
      if (isMasked && isWhole && request !== null)
        masked.push({ places: placesOf([word]), together: (likeliest?.share ?? 0) + request });
      const isData = !isMasked && likeliest !== null && isFound(likeliest, { kind, isBesideAnswer }, request ?? 0);
      const type = isData ? likeliest.type : null;
      if (type !== null && type === open) runs.at(-1)!.words.push(word);
      else if (type !== null) runs.push({ type, words: [word] });
      open = type;
    }
    for (const run of runs)
      found.push(...spansOfWords(run.words, { type: run.type, basis: 'asked_for', confidence: CONFIDENCE }));
  }
  const judged = new PlaceIndex(masked);
  return { found, isIdle: (span) => isIdle(judged, span) };
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

interface MaskedWord {
  readonly places: readonly Place[];
  /** Share of all types that are wanted, and that of a request before it. */
  readonly together: number;
}

function isIdle(judged: PlaceIndex<MaskedWord>, span: SensitiveSpan): boolean {
  if (!mayBeIdle(span)) return false;
  const words = judged.in([span]);
  return words.length > 0 && words.every(({ together }) => together < MIN_TOGETHER);
}
