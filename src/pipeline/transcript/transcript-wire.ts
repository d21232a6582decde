// The transcript as clients receive it: seconds, speaker labels, one line per segment.
import type { Segment, Speaker, Transcript } from '../../ports/transcript.js';

export interface WireSegment {
  readonly id: number;
  readonly speaker: Speaker;
  readonly channel: number | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number | null;
  readonly words?: readonly { word: string; start: number; end: number; confidence: number | null }[] | null;
}

export interface WireTranscript {
  readonly text: string;
  readonly language: string | null;
  readonly segments: readonly WireSegment[];
  readonly diarization: { readonly method: string; readonly role_confidence: number; readonly heuristic?: true };
}

/** @param withWords also each segment's words, null where the engine gives none */
export function transcriptWire(transcript: Transcript, withWords: boolean): WireTranscript {
  return {
    text: transcript.segments.map(({ speaker, text }) => `${speakerLabel(speaker)}: ${text}`).join('\n'),
    language: transcript.language,
    segments: transcript.segments.map((segment) => segmentWire(segment, withWords)),
    diarization: {
      method: transcript.diarization.method,
      role_confidence: rounded(transcript.diarization.roleConfidence),
      ...(transcript.diarization.heuristic ? { heuristic: true } : {}),
    },
  };
}

/** `Agent`, `Customer`, `Speaker 1`: speakers are counted from 1 for people. */
export function speakerLabel(speaker: Speaker): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  return `Speaker ${Number(speaker.slice('speaker_'.length)) + 1}`;
}

function segmentWire(segment: Segment, withWords: boolean): WireSegment {
  const wire = {
    id: segment.id,
    speaker: segment.speaker,
    channel: segment.channel,
    start: segment.startMs / 1000,
    end: segment.endMs / 1000,
    text: segment.text,
    confidence: rounded(segment.confidence),
  };
  if (!withWords) return wire;
  const words = segment.words?.map((word) => ({
    word: word.text,
    start: word.startMs / 1000,
    end: word.endMs / 1000,
    confidence: rounded(word.confidence),
  }));
  return { ...wire, words: words ?? null };
}

/** Three decimals say all that a recogniser knows. */
function rounded<Value extends number | null>(value: Value): Value | number {
  return value === null ? value : Math.round(value * 1000) / 1000;
}
