// Questions for sensitive data in a language, and their answers.

import { z } from 'zod';
import type { KnownLanguage } from '../../../phrases/known-languages.js';
import type { PatternIndex } from '../../../phrases/pattern-index.js';
import { readRules } from '../../../phrases/read-rules.js';
import type { RedactionType } from '../../../ports/redaction.js';
import { indexOf, patternsOf, phraseRule, text, typeName, wordLists } from '../talk/rule-shapes.js';

const words = z.array(text).transform((list) => new Set(list));

export const askFile = z.strictObject({
  /** Alternatives that patterns insert as `@name`. */
  lists: wordLists,
  /** Ways to ask for `@noun`, for each of the types. */
  frames: z.array(text).min(1),
  /** Questions. Of two that match up to the same word ("e-mail address"), the one that stands first counts. */
  asks: z.array(
    z.strictObject({
      type: typeName,
      /** True for words that ask for it in calls only in which a card is spoken of. */
      needsCard: z.boolean().default(false),
      nouns: z.array(text).min(1),
      /** Further questions, for this type only. */
      patterns: z.array(text).default([]),
      /** Any of these near a match, within its sentence, cancels it. */
      unless: z.array(text),
      /** Test cases: sentences that ask, and sentences that do not. */
      for: z.array(text).min(1),
      against: z.array(text).min(1),
    }),
  ),
  /** Words that a request for a code has, however it is put. */
  hints: z.array(
    phraseRule.extend({
      type: typeName,
      /** Words that may mean something else: they count where the answer is a number and nothing else. */
      bare: z.array(text),
    }),
  ),
  /** Words of other numbers: beside them a hint counts for nothing. */
  otherNumbers: phraseRule,
  /** Names of passwords, and of the questions that stand for one. */
  secretWords: phraseRule,
  /** Words before a secret that is tried: "could it be". */
  offers: phraseRule,
  /** Signs of a keyboard, said: "exclamation mark". */
  signs: phraseRule,
  /** Capital and small letters, said: "capital h". */
  letterCases: phraseRule,
  /** Keys of a telephone, and addresses, whose signs are no secrets. */
  keys: phraseRule,
  /** Those that a telephone has too: "hash". */
  telephoneSigns: words,
  /** Relatives and others who are named by what they are: "my wife, Imogen Tallis". */
  kin: words,
  /** Words between them and the name: "my wife's name is". */
  named: words,
  /** Turns that answer no question yet: questions, and words while something is fetched. */
  noAnswer: phraseRule,
  /** Refusals: no answer is expected after them. */
  refusals: phraseRule,
  /** Phrases with which the asking party asks again, or for the rest. */
  repeats: phraseRule,
  /** Words with which a story begins behind an answer. */
  cuts: phraseRule,
  /** Interjections: a turn of these words only does not end an answer. */
  interjections: words,
  /** Words before the answer itself: "sure, it is". */
  leadIns: words,
});

export interface AskOwner {
  readonly type: RedactionType;
  /** Position in the file. */
  readonly order: number;
  readonly undoes: boolean;
  readonly needsCard: boolean;
}

export interface HintOwner {
  readonly type: RedactionType;
  readonly isBare: boolean;
}

export interface AskBook {
  readonly asks: PatternIndex<AskOwner>;
  readonly hints: PatternIndex<HintOwner>;
  readonly otherNumbers: PatternIndex<null>;
  readonly secretWords: PatternIndex<null>;
  readonly offers: PatternIndex<null>;
  readonly signs: PatternIndex<null>;
  readonly letterCases: PatternIndex<null>;
  readonly keys: PatternIndex<null>;
  readonly noAnswer: PatternIndex<null>;
  readonly refusals: PatternIndex<null>;
  readonly repeats: PatternIndex<null>;
  readonly cuts: PatternIndex<null>;
  readonly telephoneSigns: ReadonlySet<string>;
  readonly kin: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly interjections: ReadonlySet<string>;
  readonly leadIns: ReadonlySet<string>;
}

const BOOKS: Readonly<Record<KnownLanguage, AskBook>> = { en: readBook('en'), de: readBook('de') };

export const askBookOf = (language: KnownLanguage) => BOOKS[language];

function readBook(language: KnownLanguage): AskBook {
  const file = readRules(askFile, new URL(`./${language}.json`, import.meta.url));
  const { lists, frames, telephoneSigns, kin, named, interjections, leadIns } = file;
  return {
    asks: indexOf(
      file.asks.flatMap(({ type, needsCard, nouns, patterns, unless }, order) => {
        const own = { ...lists, noun: nouns };
        return [
          ...patternsOf([...frames, ...patterns], own, { type, order, undoes: false, needsCard }),
          ...patternsOf(unless, own, { type, order, undoes: true, needsCard }),
        ];
      }),
    ),
    hints: indexOf(
      file.hints.flatMap(({ type, patterns, bare }) => [
        ...patternsOf(patterns, lists, { type, isBare: false }),
        ...patternsOf(bare, lists, { type, isBare: true }),
      ]),
    ),
    otherNumbers: indexOf(patternsOf(file.otherNumbers.patterns, lists, null)),
    secretWords: indexOf(patternsOf(file.secretWords.patterns, lists, null)),
    offers: indexOf(patternsOf(file.offers.patterns, lists, null)),
    signs: indexOf(patternsOf(file.signs.patterns, lists, null)),
    letterCases: indexOf(patternsOf(file.letterCases.patterns, lists, null)),
    keys: indexOf(patternsOf(file.keys.patterns, lists, null)),
    noAnswer: indexOf(patternsOf(file.noAnswer.patterns, lists, null)),
    refusals: indexOf(patternsOf(file.refusals.patterns, lists, null)),
    repeats: indexOf(patternsOf(file.repeats.patterns, lists, null)),
    cuts: indexOf(patternsOf(file.cuts.patterns, lists, null)),
    telephoneSigns,
    kin,
    named,
    interjections,
    leadIns,
  };
}
