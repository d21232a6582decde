// Cuts a piece into utterances, for servers that return only text: the times of an utterance are the times of its text.
import type { SpeechPiece } from '../../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../../ports/transcript.js';
import type { SpeakerTurn } from './openai-transcription-response.js';

/** Same limits as in the pipeline for an engine without times, so that its pieces stay whole here. */
const UTTERANCE_PAUSE_MS = 700;
const MAX_UTTERANCE_MS = 25_000;
/** Servers refuse very short audio (OpenAI: under 0.1 s), so shorter parts stay with their neighbour. */
const MIN_PART_MS = 400;

interface Part extends SpeechSpan {
  readonly speaker: string | null;
}

/**
 * Cuts at pauses of 0.7 s, at changes of the speaker, and after 25 s.
 * @param turns from a diarization of the piece; empty when there is none
 * @returns ascending; their speech together is that of the piece
 */
export function cutUtterances(piece: SpeechPiece, turns: readonly SpeakerTurn[]): SpeechPiece[] {
  const groups: Part[][] = [];
  for (const part of piece.speech.flatMap((span) => cutAtTurns(span, turns)).flatMap(cutLong)) {
    const group = groups.at(-1);
    if (group !== undefined && belongsTo(group, part)) group.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => ({
    ...piece,
    startMs: (group[0] as Part).startMs,
    endMs: (group.at(-1) as Part).endMs,
    speech: group.map(({ startMs, endMs }) => ({ startMs, endMs })),
  }));
}

function belongsTo(group: readonly Part[], part: Part): boolean {
  const [first, last] = [group[0] as Part, group.at(-1) as Part];
  const speaker = group.findLast((each) => each.speaker !== null)?.speaker ?? part.speaker;
  return (
    part.startMs - last.endMs < UTTERANCE_PAUSE_MS &&
    part.endMs - first.startMs <= MAX_UTTERANCE_MS &&
    (part.speaker === null || part.speaker === speaker)
  );
}

/** Cuts a span at changes of the speaker. */
function cutAtTurns(span: SpeechSpan, turns: readonly SpeakerTurn[]): Part[] {
  const edges = turns
    .flatMap(({ startMs, endMs }) => [startMs, endMs])
    .filter((edge) => edge > span.startMs && edge < span.endMs)
    .sort((a, b) => a - b);
  const parts: Part[] = [];
  for (const [index, startMs] of [span.startMs, ...edges].entries()) {
    const endMs = edges[index] ?? span.endMs;
    const last = parts.at(-1);
    const speaker = speakerWithin({ startMs, endMs }, turns, last?.speaker ?? null);
    const changes = last !== undefined && speaker !== null && last.speaker !== null && speaker !== last.speaker;
    const long = endMs - startMs >= MIN_PART_MS;
    if (last === undefined || (changes && long)) parts.push({ startMs, endMs, speaker });
    else parts[parts.length - 1] = { startMs: last.startMs, endMs, speaker: last.speaker ?? speaker };
  }
  return parts;
}

/** Speaker between two neighbouring edges: the previous one if that one continues, else any other; null for none. */
function speakerWithin({ startMs, endMs }: SpeechSpan, turns: readonly SpeakerTurn[], before: string | null) {
  const talking = turns.filter((turn) => turn.startMs <= startMs && turn.endMs >= endMs).map(({ speaker }) => speaker);
  return talking.includes(before) ? before : (talking.find((speaker) => speaker !== null) ?? null);
}

/** Equal parts of speech that is longer than an utterance may be. */
function cutLong(part: Part): Part[] {
  const count = Math.max(1, Math.ceil((part.endMs - part.startMs) / MAX_UTTERANCE_MS));
  const at = (index: number) => part.startMs + Math.floor(((part.endMs - part.startMs) * index) / count);
  return Array.from({ length: count }, (_, index) => ({ ...part, startMs: at(index), endMs: at(index + 1) }));
}
