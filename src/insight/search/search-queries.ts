// What is looked for, as texts of the type `tsquery`. Lexemes are letters, marks and digits: there is nothing in them to escape.
import { WEIGHTS } from '../../calls/words/call-words.js';
import { pairLexeme } from '../../calls/words/frequent-words.js';
import type { Term, TermWord } from './parse-search.js';
import type { SearchedSpeaker } from './search.requests.js';

export interface SearchQueries {
  /** Which words occur and which do not, wherever they stand. */
  readonly words: string;
  /** Null where there is no phrase. */
  readonly phrases: {
    /** All that is said of phrases, for a call whose words lie together. */
    readonly all: string;
    /** Each must occur in one of the pieces of a call. */
    readonly wanted: readonly string[];
    /** None may. */
    readonly unwanted: readonly string[];
  } | null;
}

/** Queries for calls that were stored with pairs of frequent words, and for those that were not. */
export interface CallQueries {
  /** The same as `plain` where no phrase has such a pair. */
  readonly paired: SearchQueries;
  readonly plain: SearchQueries;
}

export function queriesOf(terms: readonly Term[], speaker: SearchedSpeaker | null): CallQueries {
  const plain = queriesWith(terms, speaker, () => NO_PAIRS);
  const hasPairs = terms.some((term) => pairsOf(term).lexemes.length > 0);
  return { plain, paired: hasPairs ? queriesWith(terms, speaker, pairsOf) : plain };
}

interface Pairs {
  readonly lexemes: readonly string[];
  /** True for two words: a call has the phrase if and only if it has the pair. */
  readonly areAll: boolean;
}
const NO_PAIRS: Pairs = { lexemes: [], areAll: false };

function pairsOf({ words }: Term): Pairs {
  const lexemes = words.slice(1).flatMap((word, index) => {
    const before = words[index];
    const areWhole = before !== undefined && !before.isPrefix && !word.isPrefix && word.at === before.at + 1;
    return (areWhole && pairLexeme(before.lexeme, word.lexeme)) || [];
  });
  return { lexemes, areAll: words.length === 2 && lexemes.length === 1 };
}

function queriesWith(
  terms: readonly Term[],
  speaker: SearchedSpeaker | null,
  pairsIn: (term: Term) => Pairs,
): SearchQueries {
  const weight = speaker === null ? '' : WEIGHTS[speaker];
  const word = ({ lexeme, isPrefix }: TermWord) => {
    const suffix = `${isPrefix ? '*' : ''}${weight}`;
    return suffix === '' ? `'${lexeme}'` : `'${lexeme}':${suffix}`;
  };
  const phrase = ({ words }: Term) =>
    words
      .map((one, index) => `${index === 0 ? '' : `<${one.at - (words[index - 1]?.at ?? 0)}> `}${word(one)}`)
      .join(' ');
  // The positions of its words tell who said a pair: with a speaker, they are compared.
  const isSettled = (term: Term) => speaker === null && pairsIn(term).areAll;
  const pair = (lexeme: string) => `'${lexeme}'`;
  const wanted = terms.filter(({ isUnwanted }) => !isUnwanted);
  const unwanted = terms.filter(({ isUnwanted }) => isUnwanted);
  const isCompared = (term: Term) => isPhrase(term) && !isSettled(term);
  const wantedPhrases = wanted.filter(isCompared).map(phrase);
  const unwantedPhrases = unwanted.filter(isCompared).map(phrase);
  const words = new Set([
    ...wanted.flatMap((term) => pairsIn(term).lexemes.map(pair)),
    ...wanted.filter((term) => !isSettled(term)).flatMap((term) => term.words.map(word)),
    ...unwanted.filter(isSettled).flatMap((term) => pairsIn(term).lexemes.map((one) => `!${pair(one)}`)),
    ...unwanted.filter((term) => !isPhrase(term)).flatMap((term) => term.words.map((one) => `!${word(one)}`)),
  ]);
  const all = [...wantedPhrases.map((one) => `(${one})`), ...unwantedPhrases.map((one) => `!(${one})`)];
  return {
    words: [...words].join(' & '),
    phrases: all.length === 0 ? null : { all: all.join(' & '), wanted: wantedPhrases, unwanted: unwantedPhrases },
  };
}

const isPhrase = ({ words }: Term) => words.length > 1;
