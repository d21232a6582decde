// Groups the turns of a diarized recording so that each piece holds one voice, for engines that time pieces only.
import type { VoiceTurn } from '../../ports/voice-separation.js';
import { totalMs } from '../words/spans.js';

/** Speech engines refuse very short audio (OpenAI: under 0.1 s), so shorter groups join a neighbour. */
const MIN_GROUP_MS = 400;

/**
 * Consecutive turns of one voice. A group that is too short for a piece joins the group before it; at the beginning,
 * the group after it. Pure.
 */
export function groupVoiceTurns(turns: readonly VoiceTurn[]): VoiceTurn[][] {
  const runs: VoiceTurn[][] = [];
  for (const turn of turns) {
    const run = runs.at(-1);
    if (run?.at(-1)?.voice === turn.voice) run.push(turn);
    else runs.push([turn]);
  }
  const groups: { voice: number | null; turns: VoiceTurn[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    const voice = totalMs(run) < MIN_GROUP_MS ? null : (run[0]?.voice ?? null);
    if (last === undefined || (voice !== null && last.voice !== null && voice !== last.voice)) {
      groups.push({ voice, turns: run });
    } else {
      last.turns.push(...run);
      last.voice ??= voice;
    }
  }
  return groups.map((group) => group.turns);
}
