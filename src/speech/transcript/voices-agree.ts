// Whether the voices that a model separated fit what was said. A model that takes two voices for one makes one "voice" say what
// agents say and what customers say.
import type { CallAnalyst, CallToAnalyse } from '../../ports/call-analyst.js';
import type { Speaker } from '../../ports/transcript.js';

/** An utterance counts whose own words decide its role with this confidence. */
const MIN_UTTERANCE_CONFIDENCE = 0.6;
/** Share of those utterances whose voice must have the same role. Single utterances mislead, so not all of them. */
const MIN_AGREEING = 0.75;

/**
 * Asks the analyst for the role of each utterance without telling it the voices. True where no utterance says who speaks.
 * @param roleOf the role that the utterance's voice got, by the utterance's id
 */
export async function voicesAgree(
  call: CallToAnalyse,
  roleOf: ReadonlyMap<number, Speaker>,
  analyst: Pick<CallAnalyst, 'assignRoles'>,
  signal: AbortSignal,
): Promise<boolean> {
  const segments = call.segments.map((segment) => ({ ...segment, speaker: 'speaker_0' as const }));
  const byWords = (await analyst.assignRoles({ ...call, segments }, signal)).segments ?? {};
  let [agreeing, deciding] = [0, 0];
  for (const [id, voice] of roleOf) {
    const assigned = byWords[id];
    if (!assigned || assigned.confidence < MIN_UTTERANCE_CONFIDENCE) continue;
    if (voice !== 'agent' && voice !== 'customer') continue;
    deciding++;
    if (assigned.role === voice) agreeing++;
  }
  return agreeing >= deciding * MIN_AGREEING;
}
