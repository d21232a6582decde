// Signs of a call that is no conversation: the words of mailboxes, announcements, wrong numbers and people who
// hear no one, by language, as data with sentences for and against each.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PatternIndex } from '../../phrases/pattern-index.js';
import { PhrasePattern, type WordSpan } from '../../phrases/phrase-pattern.js';
import type { SpokenWord } from '../../phrases/spoken-words.js';

/**
 * - `mailbox`, `unavailable`, `out_of_service`, `menu`: what machines say; `machine_greeting`: what people say, too
 * - `message`, `introduction`, `farewell`: what people say to a mailbox, the last two in one go
 * - `wrong_number`: that the caller wanted another person; `mistaken`: what seldom means anything else, said by both
 * - `alone`: what people say before they know that they are heard; `unheard`: that they are not
 * - `reply`: how a turn begins that answers another
 * - `noise`: words of a turn that says nothing
 */
const SIGNS = [
  'mailbox',
  'unavailable',
  'out_of_service',
  'menu',
  'machine_greeting',
  'message',
  'introduction',
  'farewell',
  'wrong_number',
  'mistaken',
  'alone',
  'unheard',
  'reply',
  'noise',
] as const;
export type Sign = (typeof SIGNS)[number];

const text = z.string().min(1);
const phrasesFile = z.array(
  z.strictObject({
    id: z.enum(SIGNS),
    patterns: z.array(text).min(1),
    /** Near a match and in its sentence, one of these makes it void: "it said", "you left". */
    unless: z.array(text),
    /** Sentences that must match, and sentences that must not: the tests read them. */
    for: z.array(text),
    against: z.array(text),
  }),
);
export type SignPhrases = z.output<typeof phrasesFile>[number];

/** `more`: French, Spanish, Italian, Portuguese and Dutch. */
export const PHRASE_FILES = ['en', 'de', 'more'] as const;

/** Words between a match and what makes it void. */
const MAX_WORDS_TO_UNLESS = 6;

interface Owner {
  readonly rule: SignPhrases;
  readonly undoes: boolean;
}

/** Throws when a file is missing or faulty: the service does not start with it. */
export function readPhrases(file: (typeof PHRASE_FILES)[number]): SignPhrases[] {
  return phrasesFile.parse(JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8')));
}

/** All languages at once: what the words say decides, and not what an engine takes the language for. */
const INDEX = new PatternIndex<Owner>(
  PHRASE_FILES.flatMap(readPhrases).flatMap((rule) => [
    ...rule.patterns.map((source) => [new PhrasePattern(source), { rule, undoes: false }] as const),
    ...rule.unless.map((source) => [new PhrasePattern(source), { rule, undoes: true }] as const),
  ]),
);

export interface FoundSign extends WordSpan {
  readonly sign: Sign;
}

/** The signs in the words of one turn, in order. Linear in the words. */
export function findSigns(words: readonly SpokenWord[]): FoundSign[] {
  const found = INDEX.find(words);
  const sentences = sentenceNumbers(words);
  const voided = new Map<SignPhrases, Set<number>>();
  for (const { owner, from, to } of found) {
    if (!owner.undoes) continue;
    const near = voided.get(owner.rule) ?? new Set<number>();
    voided.set(owner.rule, near);
    for (let at = from - MAX_WORDS_TO_UNLESS; at < to + MAX_WORDS_TO_UNLESS; at += 1)
      if (sentences[at] === sentences[from]) near.add(at);
  }
  return found.flatMap(({ owner, from, to }) => {
    const near = voided.get(owner.rule);
    if (owner.undoes || (near && words.slice(from, to).some((_, at) => near.has(from + at)))) return [];
    return [{ sign: owner.rule.id, from, to }];
  });
}

function sentenceNumbers(words: readonly SpokenWord[]): number[] {
  let number = 0;
  return words.map(({ startsSentence }) => {
    if (startsSentence) number += 1;
    return number;
  });
}
