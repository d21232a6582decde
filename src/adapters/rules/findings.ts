// Findings of a call, each with its proof: quotations of the deed, or of its opposite.
import { hasDigit } from '../../phrases/phrase-pattern.js';
import type { ProposedFinding, ProposedQuote } from '../../ports/call-analyst.js';
import type { FindingName } from '../../ports/findings.js';
import { isLacking, isLackingInOpening, openingWords, oppositesOf } from './absence.js';
import type { RuleMatch } from './match-rules.js';
import {
  CONFIDENCE_OF_SPOTTER,
  type MatchedCall,
  maxConfidence,
  NOT_HEARD,
  quotesFrom,
  verdict,
} from './matched-call.js';
import { MIN_CUSTOMER_TURNS, MIN_STRONG_WEIGHT, resolution } from './outcome.js';
import type { Rule } from './rule-book.js';

/** Confidence that something is missing in a call: it may have been said in a wording that no rule knows. */
const CONFIDENCE_OF_ABSENCE = 0.7;
/** Kinds that name an order or a place: asked for to find a parcel, they tell nothing of who is calling. */
const OF_A_MATTER: readonly Rule['kind'][] = ['order', 'reference', 'postcode'];
/** Number of kinds of identifier that verify a customer. */
const MIN_KINDS = 2;
/** Minimum number of kinds of work on the matter that the agent must do. */
const MIN_KINDS_OF_WORK = 2;
/** The customer's thanks count for the agent if the agent was courteous in at least this many turns. */
const MIN_COURTEOUS_TURNS = 2;
/** Maximum number of words between a word that forbids a deed ("never") and the deed. */
const MAX_WORDS_OF_WARNING = 2;
/** Rules of other findings that are courtesy too. */
const SHOWS_CARE: readonly string[] = [
  'empathy',
  'apology',
  'offered_further_help',
  'closing',
  'introduction',
  'privacy_care',
];

export function findingsOf(call: MatchedCall): Record<FindingName, ProposedFinding> {
  return {
    identity_verification: identity(call),
    privacy_protection: privacy(call),
    mandatory_disclosures: disclosures(call),
    purpose_declaration: deed(call, 'purpose_declaration'),
    call_resolution: resolution(call),
    greeting: greeting(call),
    empathetic_language: empathy(call),
    professionalism: professionalism(call),
  };
}

function matchesFor(call: MatchedCall, finding: FindingName): RuleMatch[] {
  return call.matches.filter(({ rule }) => rule.finding === finding);
}

function matchesAgainst(call: MatchedCall, finding: FindingName): RuleMatch[] {
  return call.matches.filter(({ rule }) => rule.refutes === finding);
}

/** Finding that is met when the deed was heard in the words, or by the keyword spotter. */
function deed(call: MatchedCall, finding: FindingName): ProposedFinding {
  const matches = matchesFor(call, finding);
  const spotted = call.book.rules.some((rule) => rule.finding === finding && call.spotted.has(rule.id));
  if (matches.length > 0)
    return { met: true, confidence: maxConfidence(matches), quotes: quotesFrom(matches), spotted };
  return spotted ? { met: true, confidence: CONFIDENCE_OF_SPOTTER, quotes: [], spotted } : NOT_HEARD;
}

function lacking(quotes: readonly ProposedQuote[]): ProposedFinding {
  return quotes.length === 0 ? NOT_HEARD : { met: false, confidence: CONFIDENCE_OF_ABSENCE, quotes, spotted: false };
}

/**
 * Two kinds of identifier that were asked for, or the agent's word that the customer is verified. What the customer tells
 * unasked, and a name or a PIN alone, verify no one.
 */
function identity(call: MatchedCall): ProposedFinding {
  // Includes a PIN: the agent must not ask for it, but it does verify the customer.
  const asked = call.matches.filter(
    ({ rule, isLearnt }) => rule.kind !== null && rule.speaker === 'agent' && !isLearnt,
  );
  const checked = identifiersOf(asked.filter((match) => isAnswered(call, match)));
  const kinds = new Set(checked.map(({ rule }) => rule.kind));
  const isOfPerson = [...kinds].some((kind) => !OF_A_MATTER.includes(kind));
  if (kinds.has('confirmed') || (kinds.size >= MIN_KINDS && isOfPerson)) return verdict(true, checked);
  if (asked.length > 0 || call.spotted.size > 0 || call.hasForeignParty) return NOT_HEARD;
  if (openingWords(call) === null || !isLacking(call, 'identity_verification')) return NOT_HEARD;
  return lacking(oppositesOf(call.book, 'identity_verification', agentTurns(call)));
}

/**
 * True when the customer has answered. A refusal verifies no one; nor does a word like "zip" without a number. The answer may
 * come one turn later ("hang on, here it is"). Data that the agent reads out need only a confirmation.
 */
function isAnswered(call: MatchedCall, { rule, turn }: RuleMatch): boolean {
  const answers = call.turns.flatMap(({ speaker }, index) => (speaker === 'customer' && index > turn ? [index] : []));
  const [first, second] = answers;
  const isWithheld = call.matches.some(
    (match) => match.turn === first && match.rule.unsettles === 'identity_verification',
  );
  if (isWithheld && !hasNumber(call, second)) return false;
  if (!NUMBERS.includes(rule.kind) && !DATES_AND_CODES.includes(rule.kind)) return true;
  const isConfirmed = first !== undefined && (call.turns[first]?.words.length ?? 0) <= MAX_WORDS_OF_YES;
  return [...(isConfirmed ? [turn] : []), first, second].some((index) => hasNumber(call, index));
}

function hasNumber({ book, turns }: MatchedCall, index: number | undefined): boolean {
  const words = index === undefined ? [] : (turns[index]?.words ?? []);
  const isSpelled = words.filter(({ text }) => text.length === 1).length >= MIN_SPELLED_LETTERS;
  const digits = book.lists.digit ?? [];
  // "seventieth", and compound numbers in German: a long enough beginning is a number too.
  const isNumber = (text: string) =>
    digits.some((digit) => text === digit || (digit.length >= MIN_DIGIT_LETTERS && text.startsWith(digit)));
  return isSpelled || words.some(({ text }) => hasDigit(text) || isNumber(text));
}

/** Identifiers that people say as numbers. */
const NUMBERS: readonly Rule['kind'][] = [
  'account',
  'order',
  'reference',
  'policy',
  'phone',
  'last_four',
  'user_name',
  'employee',
  'vehicle',
];

/** Kinds that hold a number among other words. */
const DATES_AND_CODES: readonly Rule['kind'][] = ['date_of_birth', 'postcode'];
/** Minimum number of letters of a spelled code. */
const MIN_SPELLED_LETTERS = 3;

/** Minimum length of a beginning that counts as a digit: "ten" also begins "tenant", while "four" begins only numbers. */
const MIN_DIGIT_LETTERS = 4;
/** Maximum length of a confirmation such as "Yes, that's right, still there.". */
const MAX_WORDS_OF_YES = 6;

/** One match for each thing that the agent asked for: "account number" may match two rules, but is one check. */
function identifiersOf(matches: readonly RuleMatch[]): RuleMatch[] {
  const kept: RuleMatch[] = [];
  for (const match of [...matches].sort((a, b) => b.confidence - a.confidence)) {
    const isSame = (other: RuleMatch) =>
      other.turn === match.turn &&
      Math.abs(other.to - match.to) <= 1 &&
      (isOneSecret(match, other) ||
        other.rule.kind === match.rule.kind ||
        (NUMBERS.includes(other.rule.kind) && NUMBERS.includes(match.rule.kind)));
    if (!kept.some(isSame)) kept.push(match);
  }
  return kept;
}

/** True for "your member PIN", which names one thing by two kinds. */
function isOneSecret(one: RuleMatch, other: RuleMatch): boolean {
  const isWithin = (one.from >= other.from && one.to <= other.to) || (other.from >= one.from && other.to <= one.to);
  return isWithin && (one.rule.kind === 'secret' || other.rule.kind === 'secret');
}

function agentTurns({ turns }: MatchedCall) {
  return turns.filter(({ speaker }) => speaker === 'agent');
}

/** A breach outweighs any care. "don't ever tell me your card number" is a warning and no breach. */
function privacy(call: MatchedCall): ProposedFinding {
  const breaches = matchesAgainst(call, 'privacy_protection').filter((match) => !isWarning(call, match));
  return breaches.length > 0 ? verdict(false, breaches) : deed(call, 'privacy_protection');
}

/** True for a warning: its words forbid what they name, and they count as care too. */
function isWarning(call: MatchedCall, { turn, from }: RuleMatch): boolean {
  const before = call.turns[turn]?.words.slice(Math.max(0, from - MAX_WORDS_OF_WARNING), from) ?? [];
  return (
    before.some(({ text }) => call.book.negations.has(text)) &&
    matchesFor(call, 'privacy_protection').some((care) => care.turn === turn)
  );
}

function disclosures(call: MatchedCall): ProposedFinding {
  const made = deed(call, 'mandatory_disclosures');
  if (made.met) return made;
  const opening = openingWords(call);
  return opening !== null && !call.hasForeignParty && isLacking(call, 'mandatory_disclosures')
    ? lacking(opening)
    : NOT_HEARD;
}

function greeting(call: MatchedCall): ProposedFinding {
  const heard = deed(call, 'greeting');
  if (heard.met || openingWords(call) === null || !isLackingInOpening(call, 'greeting')) return heard;
  return lacking(oppositesOf(call.book, 'greeting', agentTurns(call).slice(0, 1)));
}

/**
 * True only after the customer has spoken: before that, the agent cannot react to anything. False only when the customer named a
 * problem and the agent dismissed it.
 */
function empathy(call: MatchedCall): ProposedFinding {
  const shown = deed({ ...call, matches: sympathyIn(call) }, 'empathetic_language');
  if (shown.met) return shown;
  const trouble = call.matches.filter(
    ({ rule }) =>
      rule.speaker === 'customer' &&
      rule.category === 'customer_signal' &&
      !rule.silent &&
      rule.effort >= 0 &&
      rule.finding === null,
  );
  const dismissals = call.matches.filter(
    ({ rule }) => rule.category === 'agent_conduct' || rule.id === 'abusive_language',
  );
  const [told] = trouble;
  const brushedAside = dismissals.filter(({ turn }) => told !== undefined && turn > told.turn);
  if (told === undefined || brushedAside.length === 0) return NOT_HEARD;
  // The problem is part of the proof: a customer without one needs no comfort.
  const quotes = [...quotesFrom([told]), ...quotesFrom(brushedAside)];
  return { met: false, confidence: maxConfidence(brushedAside), quotes, spotted: false };
}

/**
 * Sympathy in answer to the customer's words. A mere exclamation ("oh no") may be mockery: it counts only in a conversation, and
 * only from an agent who neither gossips nor is rude.
 */
function sympathyIn({ turns, matches }: MatchedCall): RuleMatch[] {
  const customerTurns = turns.flatMap(({ speaker }, index) => (speaker === 'customer' ? [index] : []));
  const [first] = customerTurns;
  const isTrusted = customerTurns.length >= MIN_CUSTOMER_TURNS && !matches.some(isDoubtful);
  return matches.filter(
    ({ rule, turn }) => first !== undefined && turn > first && (isTrusted || rule.weight >= MIN_STRONG_WEIGHT),
  );
}

function professionalism(call: MatchedCall): ProposedFinding {
  const faults = matchesAgainst(call, 'professionalism');
  if (faults.length > 0) return verdict(false, faults);
  const courteous = call.matches.filter(
    ({ rule }) => rule.finding === 'professionalism' || SHOWS_CARE.includes(rule.id),
  );
  return courteous.length > 0 && isBusinesslike(call, courteous) ? verdict(true, courteous) : NOT_HEARD;
}

/**
 * Courteous words alone prove nothing: people who gossip or mock say them too. True when nothing unbusinesslike was heard and
 * the agent greets and shows sympathy, or settles the request, or the customer says thanks at the end.
 */
function isBusinesslike(call: MatchedCall, courteous: readonly RuleMatch[]): boolean {
  const { matches } = call;
  const heard = (id: string) => matches.some(({ rule }) => rule.id === id);
  const shows = (finding: FindingName) => matches.some(({ rule }) => rule.finding === finding);
  if (matches.some(isDoubtful) || heard('abusive_language')) return false;
  const work = kindsOfWork(matches);
  if (shows('greeting') && shows('empathetic_language') && work >= MIN_KINDS_OF_WORK) return true;
  if (heard('resolution_rejected')) return false;
  if (shows('greeting') && shows('purpose_declaration') && shows('call_resolution')) return true;
  const turns = new Set(courteous.map(({ turn }) => turn)).size;
  return heard('outcome_thanks') && turns >= MIN_COURTEOUS_TURNS && work > 0;
}

/** Number of kinds of work, of three: checks an identifier, asks for the reason of the call, settles the matter. */
function kindsOfWork(matches: readonly RuleMatch[]): number {
  const kinds = matches
    .filter(({ rule }) => rule.speaker === 'agent')
    .flatMap(({ rule }) => {
      if (rule.kind !== null) return ['identifier'];
      return rule.finding === 'call_resolution' || rule.finding === 'purpose_declaration' ? [rule.finding] : [];
    });
  return new Set(kinds).size;
}

function isDoubtful({ rule }: RuleMatch): boolean {
  return rule.unsettles === 'professionalism' || rule.category === 'agent_conduct';
}
