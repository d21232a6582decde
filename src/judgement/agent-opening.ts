// Finds the segments of the agent's opening: the only part of a call where something can be called missing.
import type { Segment } from '../ports/transcript.js';
import { countWords } from '../speech/words/words.js';

/** A greeting comes in the agent's first words, or after the customer has first spoken. */
const MAX_OPENING_TURNS = 2;
/** Turns that begin later are not part of the opening, for example after a customer has long been talking. */
const MAX_OPENING_MS = 90_000;
/** Time without recognised words at the start after which the opening itself may be what was missed. */
const MAX_LEAD_IN_MS = 30_000;

/**
 * The ids of the segments of the agent's first two turns. Empty where the opening is not known: the agent is silent or
 * begins late, nothing was recognised for the first 30 s, or a turn without a role, which may be the agent's, comes
 * before the end of these turns.
 */
export function openingSegments(segments: readonly Segment[]): ReadonlySet<number> {
  const spoken = segments.filter(({ text }) => countWords(text) > 0);
  if ((spoken[0]?.startMs ?? 0) > MAX_LEAD_IN_MS) return new Set();
  const opening = new Set<number>();
  let turns = 0;
  let previous: Segment | null = null;
  for (const segment of spoken) {
    const begins = segment.speaker !== previous?.speaker;
    previous = segment;
    if (segment.speaker !== 'agent') {
      if (turns === MAX_OPENING_TURNS) break;
      if (segment.speaker !== 'customer') return new Set();
      continue;
    }
    if (begins && segment.startMs > MAX_OPENING_MS) break;
    if (begins) turns += 1;
    opening.add(segment.id);
  }
  return opening;
}
