// The outcome of the call: by what was learnt of turns, and by the signs for a resolution, against it, and that leave it open.
import type { ProposedFinding, ProposedQuote } from '../../ports/call-analyst.js';
import { quoteAround, type RuleMatch } from './match-rules.js';
import { type MatchedCall, maxConfidence, NOT_HEARD, verdict } from './matched-call.js';

/** Weight of a sign at the beginning of the call, relative to one at its end: the end decides. */
const WEIGHT_AT_START = 0.2;
/** Weight of each further sign in a turn; the strongest sign of the turn counts fully. */
const WEIGHT_OF_FURTHER_SIGNS = 0.5;
/** A sign that the outcome is open weakens both verdicts by this much of its weight. */
const WEIGHT_OF_DOUBT = 0.9;
/** Minimum lead of a verdict over the opposite, and over signs that leave the outcome open. Accusing the agent requires more. */
const MIN_LEAD = { for: 0.15, against: 0.65 };
/** Lead at which a verdict is half as likely to be right as at best. It only affects the confidence. */
const LEAD_OF_HALF = 1;

/** Minimum weight of a strong rule. Rules of less weight are politeness, e.g. thanks. */
export const MIN_STRONG_WEIGHT = 0.5;

/** Minimum number of customer turns: a mailbox speaks once, and agrees to nothing. */
export const MIN_CUSTOMER_TURNS = 2;

/** Share of the call after which a sign counts as late. */
const LATE = 0.4;

/** Rule of a customer who says that it still does not work: whatever was done before settles nothing. */
const STILL_FAILING = 'still_failing';

/** Rule of a customer who says that it works: evidence whatever the agent said. */
const WORKS_NOW = 'works_now';

/** Likelihood of a settled matter from which it is told resolved: where the signs say so too, say nothing, or the opposite. */
const MIN_SETTLED = { for: 0.4, open: 0.65, against: 0.85 };
/** Likelihood up to which a settled matter is told not resolved, where the signs say so too and where they do not. */
const MAX_SETTLED = { against: 0.15, open: 0.1 };
/** Share of a failure from which the matter is told not resolved though the signs do not say so. */
const MIN_FAILED = 0.65;
/** Nothing is surer by what was learnt. */
const MAX_CONFIDENCE = 0.95;

type Side = 'for' | 'against' | 'open';

/**
 * What was learnt decides: it knows more words than the signs do. Where the signs agree, less of it is needed, and they are the
 * proof; else the turns are that settle the matter, or fail.
 */
export function resolution(call: MatchedCall): ProposedFinding {
  if (call.hasForeignParty) return NOT_HEARD;
  const bySigns = outcomeBySigns(call);
  const side = bySigns.assessable === false ? 'open' : bySigns.met ? 'for' : 'against';
  const { settled, failed, settling, failing } = call.outcome;
  if (settled >= MIN_SETTLED[side]) {
    if (side === 'for') return bySigns;
    return isConversation(call) ? learntVerdict(call, true, settled, settling) : NOT_HEARD;
  }
  if (side === 'against' && settled <= MAX_SETTLED.against) return bySigns;
  if (failed >= MIN_FAILED && settled <= MAX_SETTLED.open) return learntVerdict(call, false, failed, failing);
  return NOT_HEARD;
}

const isConversation = ({ turns }: MatchedCall) =>
  turns.filter(({ speaker }) => speaker === 'customer').length >= MIN_CUSTOMER_TURNS;

function learntVerdict(
  call: MatchedCall,
  met: boolean,
  likelihood: number,
  proofs: readonly number[],
): ProposedFinding {
  const quotes = proofs.slice(0, MAX_QUOTED_TURNS).flatMap((turn) => quoteOf(call, turn));
  if (quotes.length === 0) return NOT_HEARD;
  return { met, confidence: Math.min(MAX_CONFIDENCE, likelihood), quotes, spotted: false };
}

/** Turns that are quoted as proof of what was learnt. */
const MAX_QUOTED_TURNS = 2;

function quoteOf({ turns }: MatchedCall, turn: number): readonly ProposedQuote[] {
  const words = turns[turn]?.words ?? [];
  return quoteAround(words, { from: 0, to: Math.min(words.length, MAX_QUOTED_WORDS) });
}

/**
 * The last signs have the largest weight: a solution after a failure is a resolution, a refusal after a promise is not. A goodbye
 * or thanks alone decides nothing. There is no verdict when the signs are weak, contradict one another, or leave the outcome
 * open.
 */
function outcomeBySigns(call: MatchedCall): ProposedFinding {
  const signs = signsOf(call);
  const sum = { for: 0, against: 0, open: 0 };
  for (const side of ['for', 'against', 'open'] as const) {
    const own = signs.filter((sign) => sign.side === side);
    for (const turn of new Set(own.map(({ match }) => match.turn))) {
      const weights = own.filter(({ match }) => match.turn === turn).map(({ weight }) => weight);
      const strongest = Math.max(...weights);
      const further = weights.reduce((total, weight) => total + weight, 0) - strongest;
      sum[side] += strongest + WEIGHT_OF_FURTHER_SIGNS * further;
    }
  }
  const lead = sum.for - sum.against;
  const clear = Math.abs(lead) - WEIGHT_OF_DOUBT * sum.open;
  const side = lead > 0 ? 'for' : 'against';
  const isUnclear = clear < MIN_LEAD[side] || (side === 'for' && !isSettled(call, signs));
  if (isUnclear) return sum.against + sum.open === 0 ? answeredQuestion(call) : NOT_HEARD;
  const proofs = signs
    .filter((sign) => sign.side === side)
    .sort((a, b) => b.weight - a.weight)
    .map(({ match }) => match);
  const sureness = 0.5 + (0.45 * clear) / (clear + LEAD_OF_HALF);
  // Several uncertain signs together prove no more than the best of them.
  return verdict(side === 'for', proofs, Math.min(sureness, maxConfidence(proofs)));
}

/** Confidence that a question was answered: neither what was asked nor what was answered is a deed that a rule knows. */
const CONFIDENCE_OF_ANSWER = 0.65;
/** Words of an answer: fewer are a yes or a promise to look. */
const MIN_WORDS_OF_ANSWER = 3;
const MAX_QUOTED_WORDS = 20;

/**
 * A customer who asked for information, was told without doubt or denial, and was content: the matter is resolved though nothing
 * was done. What the customer asks for beside it, or a further question without an answer, leaves it open.
 */
function answeredQuestion(call: MatchedCall): ProposedFinding {
  const { turns, matches } = call;
  const asked = matches.filter(({ rule }) => rule.id === 'information_asked');
  const last = asked.at(-1);
  if (last === undefined) return NOT_HEARD;
  const content = matches.findLast(
    ({ rule, turn }) => rule.finding === 'call_resolution' && isOfCustomer(rule) && turn > last.turn,
  );
  const answer = turns.findIndex(({ speaker, words }, turn) => {
    return (
      speaker === 'agent' &&
      turn > last.turn &&
      words.length >= MIN_WORDS_OF_ANSWER &&
      !words.at(-1)?.segment.text.trimEnd().endsWith('?')
    );
  });
  const isContent = matches.some(({ rule, turn }) => {
    const pleases = rule.id === 'pleased' || (rule.finding === 'call_resolution' && rule.weight >= MIN_STRONG_WEIGHT);
    return isOfCustomer(rule) && pleases && turn === content?.turn;
  });
  const isDoubtful = matches.some(
    ({ rule, turn }) =>
      turn > last.turn && (rule.id === 'answer_uncertain' || (rule.id === 'answer_denied' && !isContent)),
  );
  if (answer < 0 || content === undefined || content.turn < answer || isDoubtful) return NOT_HEARD;
  const quotes = [...quoteOf(call, answer), ...content.quotes];
  return { met: true, confidence: CONFIDENCE_OF_ANSWER, quotes, spotted: false };
}

const isOfCustomer = ({ speaker }: RuleMatch['rule']) => speaker === 'customer';

/**
 * True when the matter is resolved. Politeness is not sufficient: the call needs two parties, and the solution or the customer's
 * confirmation must be heard. It must be in the later half, since earlier ones may concern a side matter, and nothing after it
 * may reopen the matter.
 */
function isSettled(call: MatchedCall, signs: readonly Sign[]): boolean {
  const { turns } = call;
  const strong = signs.filter(({ match }) => match.rule.weight >= MIN_STRONG_WEIGHT);
  const last = strong.filter(({ side }) => side === 'for').at(-1);
  if (last === undefined || !isConversation(call)) return false;
  const { turn, rule } = last.match;
  // Where the agent's last word is a refusal, the customer's consent settles nothing.
  const ofAgent = strong.filter(({ match }) => !isOfCustomer(match.rule)).at(-1);
  const isConsent = isOfCustomer(rule) && rule.id !== WORKS_NOW;
  if (isConsent && ofAgent?.side === 'against') return false;
  const reopened = strong.filter(({ side, match }) => side !== 'for' && match.turn > turn);
  // Only signs that leave no doubt: a complaint, a threat to leave, "still no".
  const isContested = reopened.some(
    ({ side, match: { rule: own } }) =>
      own.id === STILL_FAILING || (side === 'against' && isOfCustomer(own) && !own.silent),
  );
  const weight = reopened.reduce((total, { match }) => total + match.rule.weight, 0);
  return turn >= LATE * (turns.length - 1) && !isContested && weight < rule.weight;
}

interface Sign {
  readonly match: RuleMatch;
  readonly side: Side;
  readonly weight: number;
}

/** Thanks after a refusal is politeness, no sign of a resolution. */
function signsOf(call: MatchedCall): Sign[] {
  let [refused, failed] = [false, false];
  return call.matches.flatMap((match) => {
    const side = sideOf(match);
    if (side === null) return [];
    const isWeak = match.rule.weight < MIN_STRONG_WEIGHT;
    if (isWeak && side === 'for' && refused) return [];
    // Kind words after a failure that the agent told are no evidence of a success.
    if (side === 'for' && isOfCustomer(match.rule) && failed) return [];
    if (!isWeak && side !== 'open' && !isOfCustomer(match.rule)) failed = side === 'against';
    if (!isWeak && side !== 'open') refused = side === 'against';
    return [{ match, side, weight: match.rule.weight * recency(match.turn, call.turns.length) }];
  });
}

function sideOf({ rule }: RuleMatch): Side | null {
  if (rule.finding === 'call_resolution') return 'for';
  if (rule.refutes === 'call_resolution') return 'against';
  return rule.unsettles === 'call_resolution' ? 'open' : null;
}

/** 1 at the end of the call, {@link WEIGHT_AT_START} at its beginning. */
function recency(turn: number, turns: number): number {
  const place = turns < 2 ? 1 : turn / (turns - 1);
  return WEIGHT_AT_START + (1 - WEIGHT_AT_START) * place ** 2;
}
