// The shapes that the rule files of asks and cues share.
import { z } from 'zod';
import type { WordLists } from '../../../phrases/parse-pattern.js';
import { PatternIndex } from '../../../phrases/pattern-index.js';
import { MAX_MATCH_WORDS, PhrasePattern } from '../../../phrases/phrase-pattern.js';
import type { MatchedWord } from '../../../phrases/spoken-words.js';
import { REDACTION_TYPES } from '../../../ports/redaction.js';

export const text = z.string().min(1);
export const typeName = z.enum(REDACTION_TYPES);
/** Words of one kind, with blanks between them. */
export const wordSet = z.string().transform((words) => new Set(words.split(' ')));
export const wordLists = z.record(z.string().regex(/^[a-z_]+$/), z.array(text).min(1));

export const phraseRule = z.strictObject({
  patterns: z.array(text),
  /** The tests of the patterns: sentences that must match, and sentences that must not. */
  for: z.array(text).min(1),
  against: z.array(text).min(1),
});

export interface OwnedPattern<Owner> {
  readonly pattern: PhrasePattern;
  readonly owner: Owner;
}

export function patternsOf<Owner>(sources: readonly string[], lists: WordLists, owner: Owner): OwnedPattern<Owner>[] {
  return sources.map((source) => ({ pattern: new PhrasePattern(source, lists), owner }));
}

export function indexOf<Owner>(patterns: readonly OwnedPattern<Owner>[]): PatternIndex<Owner> {
  return new PatternIndex(patterns.map(({ pattern, owner }) => [pattern, owner] as const));
}

/** Words around a match in which another one cancels it, within the sentence. */
const MAX_CANCEL_DISTANCE = 10;

interface Match<Owner> {
  readonly owner: Owner;
  readonly from: number;
  readonly to: number;
}

/**
 * The matches that no match of their own group near them undoes.
 * @param matches in the order of their first words
 */
export function standing<Owner extends { readonly undoes: boolean }>(
  words: readonly MatchedWord[],
  matches: readonly Match<Owner>[],
  groupOf: (owner: Owner) => unknown,
): Match<Owner>[] {
  const undoing = new Map<unknown, Match<Owner>[]>();
  for (const match of matches) {
    if (!match.owner.undoes) continue;
    const group = groupOf(match.owner);
    const own = undoing.get(group);
    if (own) own.push(match);
    else undoing.set(group, [match]);
  }
  return matches.filter((match) => {
    if (match.owner.undoes) return false;
    const others = undoing.get(groupOf(match.owner)) ?? [];
    for (let at = firstFrom(others, match.from - MAX_MATCH_WORDS - MAX_CANCEL_DISTANCE); at < others.length; at += 1) {
      const other = others[at] as Match<Owner>;
      if (other.from > match.to + MAX_CANCEL_DISTANCE) break;
      if (isNear(words, match, other)) return false;
    }
    return true;
  });
}

/** The first match that begins at this word or later. */
function firstFrom(matches: readonly Match<unknown>[], word: number): number {
  let [low, high] = [0, matches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.from ?? 0) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether both lie within one sentence, near each other. */
function isNear(words: readonly MatchedWord[], one: Match<unknown>, other: Match<unknown>): boolean {
  const [first, last] = one.from <= other.from ? [one, other] : [other, one];
  if (last.from - first.to > MAX_CANCEL_DISTANCE) return false;
  for (let at = first.from + 1; at <= last.from; at += 1) if (words[at]?.startsSentence) return false;
  return true;
}
