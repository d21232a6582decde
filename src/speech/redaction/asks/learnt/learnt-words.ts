// Finds words of data by weights that were learnt, where it is given in pieces, spelled, or read back. Pure.
import { type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
import type { SensitiveSpan } from '../../sensitive-span.js';
import { spansOfWords } from '../../talk/span-of.js';
import type { KnownLanguage, SaidWord, Talk } from '../../talk/talk.js';
import type { AskBook } from '../ask-book.js';
import { learntWordsOf } from './learnt-file.js';
import { LinearModel } from './linear-model.js';
import { type Asked, likeliestOf } from './request-model.js';
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
const CONFIDENCE = 0.6;

const MODELS: Readonly<Record<KnownLanguage, LinearModel>> = {
  en: new LinearModel(learntWordsOf('en')),
  de: new LinearModel(learntWordsOf('de')),
};

/**
 * @param asks patterns of requests: their own words are no data
 * @param requests shares of what each turn may ask for
 * @param known what is found already: the words around it are judged by it
 * @returns spans of other words, each a run of words of one type
 */
export function learntWordSpans(
  talk: Talk,
  { asks }: Pick<AskBook, 'asks'>,
  requests: readonly (Asked | null)[],
  known: readonly SensitiveSpan[],
  wanted: ReadonlySet<RedactionType>,
): SensitiveSpan[] {
  if (talk.turns.every(({ party }) => party === null)) return [];
  const model = MODELS[talk.language];
  return wordsToJudge(talk, requests, known).flatMap((words) => {
    const requested = asks.find(words.map(({ word }) => word));
    const runs: { type: RedactionType; words: SaidWord[] }[] = [];
    let open: RedactionType | null = null;
    for (const [at, { word, kind, features, isMasked, isBesideAnswer }] of words.entries()) {
      const isRequest = requested.some(({ from, to }) => at >= from && at < to);
      const likeliest = isMasked || isRequest ? null : likeliestOf(model.shares(features()), wanted);
      const least = likeliest === null ? 1 : leastOf(likeliest.type, kind)[isBesideAnswer ? 'beside' : 'alone'];
      const type = likeliest !== null && likeliest.share >= least ? likeliest.type : null;
      if (type !== null && type === open) runs.at(-1)!.words.push(word);
      else if (type !== null) runs.push({ type, words: [word] });
      open = type;
    }
    return runs.flatMap((run) =>
      spansOfWords(run.words, { type: run.type, basis: 'asked_for', confidence: CONFIDENCE }),
    );
  });
}

const leastOf = (type: RedactionType, kind: WordToJudge['kind']) =>
  kind === '#' ? MIN_SHARES.number : TYPE_ROWS[type].isPci ? MIN_SHARES.secret : MIN_SHARES.other;
