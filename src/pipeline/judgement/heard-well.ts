// Decides whether a party was heard well enough that its silence on a matter proves something.
import type { Segment, Speaker } from '../../ports/transcript.js';
import { meanConfidence } from '../transcript/confidence.js';
import { countWords } from '../transcript/words.js';

/** Below this mean word confidence, what was not heard of a speaker may still have been said. */
const MIN_SPEAKER_CONFIDENCE = 0.65;

/** True when the speaker said something and was recognised well enough to conclude what the speaker did not say. */
export function isHeardWell(segments: readonly Segment[], speaker: Speaker): boolean {
  const own = segments.filter((segment) => segment.speaker === speaker);
  if (!own.some((segment) => countWords(segment.text) > 0)) return false;
  const confidence = meanConfidence(own);
  return confidence === null || confidence >= MIN_SPEAKER_CONFIDENCE;
}
