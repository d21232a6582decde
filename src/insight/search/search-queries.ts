// What is looked for, as texts of the type `tsquery`. Lexemes are letters, marks and digits: there is nothing in them to escape.
import { WEIGHTS } from '../../calls/words/call-words.js';
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

export function queriesOf(terms: readonly Term[], speaker: SearchedSpeaker | null): SearchQueries {
  const weight = speaker === null ? '' : WEIGHTS[speaker];
  const word = ({ lexeme, isPrefix }: TermWord) => {
    const suffix = `${isPrefix ? '*' : ''}${weight}`;
    return suffix === '' ? `'${lexeme}'` : `'${lexeme}':${suffix}`;
  };
  const phrase = ({ words }: Term) =>
    words
      .map((one, index) => `${index === 0 ? '' : `<${one.at - (words[index - 1]?.at ?? 0)}> `}${word(one)}`)
      .join(' ');
  const wanted = terms.filter(({ isUnwanted }) => !isUnwanted);
  const unwanted = terms.filter(({ isUnwanted }) => isUnwanted);
  const unwantedWords = unwanted.filter((term) => !isPhrase(term));
  const wantedPhrases = wanted.filter(isPhrase).map(phrase);
  const unwantedPhrases = unwanted.filter(isPhrase).map(phrase);
  const words = new Set([
    ...wanted.flatMap((term) => term.words.map(word)),
    ...unwantedWords.flatMap((term) => term.words.map((one) => `!${word(one)}`)),
  ]);
  const all = [...wantedPhrases.map((one) => `(${one})`), ...unwantedPhrases.map((one) => `!(${one})`)];
  return {
    words: [...words].join(' & '),
    phrases: all.length === 0 ? null : { all: all.join(' & '), wanted: wantedPhrases, unwanted: unwantedPhrases },
  };
}

const isPhrase = ({ words }: Term) => words.length > 1;
