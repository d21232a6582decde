// Tells where nothing was asked for, although patterns have the words: "It wants a PIN." - "We print those at the desk." Pure.
import { type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
import type { SensitiveSpan } from '../../sensitive-span.js';
import type { Talk } from '../../talk/talk.js';
import { type Asked, sharesBefore } from './request-model.js';

/** Types of which so many exchanges ask for data that what was learnt may say that nothing asks for it. */
const TAUGHT = [
  'card_number',
  'card_security_code',
  'card_expiry',
  'password_or_pin',
  'person_name',
  'postal_address',
] as const satisfies readonly RedactionType[];
type Taught = (typeof TAUGHT)[number];
const OF_WORDS: readonly Taught[] = ['password_or_pin', 'person_name', 'postal_address'];
/** Confidence of an answer that was read as what was asked for by its name, and of one to a request that names nothing. */
const [READ, UNNAMED] = [0.95, 0.5];
/** Share of all types below which no turn before an answer asks for data; and where it is of a card or a secret. */
const [MIN_SHARE, MIN_SHARE_OF_SECRET] = [0.2, 0.15];
/** Turns before an answer of which one asked for it: others may stand between. */
const TURNS_TO_REQUEST = 6;

const taughtOf = (type: string) => TAUGHT.find((each) => each === type);

/** True for an answer that may say nothing. A number that was read as what was asked for by its name says it. */
export function mayBeIdle({ type, basis, confidence, content }: SensitiveSpan): boolean {
  const taught = taughtOf(type);
  if (taught === undefined || basis !== 'asked_for') return false;
  return OF_WORDS.includes(taught) ? confidence < READ || !/\d/.test(content) : confidence <= UNNAMED;
}

/** @returns answers without those before which nothing asks for data */
export function standingSpans(
  talk: Talk,
  requests: readonly (Asked | null)[],
  spans: readonly SensitiveSpan[],
): SensitiveSpan[] {
  const asked = sharesBefore(requests, TURNS_TO_REQUEST);
  const turnOf = new Map(talk.turns.flatMap(({ words }, at) => words.map(({ segment }) => [segment.id, at] as const)));
  return spans.filter((span) => {
    const share = asked[turnOf.get(span.segmentId)!] ?? null;
    return share === null || !mayBeIdle(span) || share >= leastOf(span.type);
  });
}

function leastOf(type: string): number {
  const taught = taughtOf(type);
  return taught !== undefined && TYPE_ROWS[taught].isPci ? MIN_SHARE_OF_SECRET : MIN_SHARE;
}
