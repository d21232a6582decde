// Requests for secrets in words that no pattern describes, and patterns that what was learnt does not agree with. Pure.
import type { WordSpan } from '../../../phrases/phrase-pattern.js';
import type { Turn } from '../../../phrases/spoken-words.js';
import { isCancelled, type RuleMatch, spanMatch } from '../match-rules.js';
import type { Rule, RuleBook } from '../rule-book.js';
import { SECRET_MODEL, type Secret } from './learnt-turns.js';
import { featuresOf, type SaidCall, saidTurn } from './turn-features.js';

/** Ids of the rules of each secret; the first is told of what was learnt. */
const RULES_OF: ReadonlyMap<Secret, readonly string[]> = new Map([
  ['pin', ['pin_requested']],
  ['password', ['password_requested', 'whole_password_requested']],
  ['code', ['one_time_code_requested']],
  ['security_code', ['card_security_code_requested']],
  ['card', ['full_card_number_requested']],
  ['expiry', ['card_expiry_requested']],
] as const);
const REQUESTS: ReadonlySet<string> = new Set([...RULES_OF.values()].flat());

/**
 * Share of all secrets from which a turn asks for one though no rule matched, the higher one beside a negation or what its rule
 * excludes ("the first six"); and from which a rule that matched is right: of the turn, or of the words around the match.
 */
const MIN_SHARE = { alone: 0.5, doubtful: 0.95, withRule: 0.1, ofWords: 0.04 };
/** Share from which a turn asks for one of several secrets too. */
const MIN_SHARE_OF_FURTHER = 0.25;
/** Turns in which hardly anyone asks for a secret: their place alone would drop a plain request. */
const OPENING_TURNS = 2;
/** Words before and after a match that are judged with it. */
const WORDS_AROUND = 6;
/** Words of a request that are quoted: the last of its sentence. */
const MAX_QUOTED_WORDS = 25;

/** The matches without requests that are none, with those that no rule knows; in the order of the call. */
export function withLearntRequests(
  book: RuleBook,
  call: SaidCall,
  features: readonly (ReadonlySet<string> | null)[],
  { turns, matches }: { readonly turns: readonly Turn[]; readonly matches: readonly RuleMatch[] },
): RuleMatch[] {
  const ofTurn: RuleMatch[][] = turns.map(() => []);
  for (const match of matches) ofTurn[match.turn]?.push(match);
  return turns.flatMap((turn, index) => {
    const [own, known] = [ofTurn[index]!, features[index] ?? null];
    if (turn.speaker !== 'agent' || known === null) return own;
    const shares = SECRET_MODEL.shares(known);
    const share = shareOf(shares);
    const isRequest = ({ rule }: RuleMatch) => REQUESTS.has(rule.id);
    if (own.some(isRequest)) {
      if (share >= MIN_SHARE.withRule || index < OPENING_TURNS) return own;
      const isKept = (match: RuleMatch) => shareOfWords(call, turn, index, around(match)) >= MIN_SHARE.ofWords;
      return own.filter((match) => !isRequest(match) || isKept(match));
    }
    if (share < MIN_SHARE.alone) return own;
    const span = askingWords(call, turn, index);
    const isDenied = turn.words.slice(span.from, span.to).some(({ text }) => book.negations.has(text));
    const asked = rulesOf(book, shares)
      .filter((rule) => share >= MIN_SHARE.doubtful || !(isDenied || isCancelled(rule, turn.words, span)))
      .map((rule) => ({ ...spanMatch(rule, turn, index, span, share), isLearnt: true }));
    return [...own, ...asked].sort((a, b) => a.from - b.from);
  });
}

/** The rule of the likeliest secret, and of others that are likely too. */
function rulesOf(book: RuleBook, shares: ReadonlyMap<Secret, number>): Rule[] {
  const secrets = [...shares].filter(([secret]) => secret !== 'none').sort((a, b) => b[1] - a[1]);
  return secrets
    .filter(([, share], place) => place === 0 || share >= MIN_SHARE_OF_FURTHER)
    .flatMap(([secret]) => book.rules.find(({ id }) => id === RULES_OF.get(secret)?.[0]) ?? []);
}

const shareOf = (shares: ReadonlyMap<Secret, number>) => 1 - (shares.get('none') ?? 0);

/** The share of some words of a turn, as if they were the whole turn. */
function shareOfWords(call: SaidCall, turn: Turn, index: number, { from, to }: WordSpan): number {
  const own = saidTurn({ ...turn, words: turn.words.slice(from, to) }, call.language);
  return shareOf(SECRET_MODEL.shares(featuresOf({ ...call, turns: call.turns.with(index, own) }, index)));
}

/** A request may stand in a long turn of other things, of which it is a few words. */
const around = ({ from, to }: WordSpan): WordSpan => ({
  from: Math.max(0, from - WORDS_AROUND),
  to: to + WORDS_AROUND,
});

/** The sentence of the turn that asks the most. */
function askingWords(call: SaidCall, turn: Turn, index: number) {
  const starts = turn.words.flatMap(({ startsSentence }, at) => (at === 0 || startsSentence ? [at] : []));
  const sentences = starts.map((from, at) => ({ from, to: starts[at + 1] ?? turn.words.length }));
  let [best, highest] = [{ from: 0, to: turn.words.length }, -1];
  for (const sentence of sentences.length > 1 ? sentences : []) {
    const share = shareOfWords(call, turn, index, sentence);
    if (share > highest) [best, highest] = [sentence, share];
  }
  return { from: Math.max(best.from, best.to - MAX_QUOTED_WORDS), to: best.to };
}
