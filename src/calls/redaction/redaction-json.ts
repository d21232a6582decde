// What became of the masking of a call, as clients see it.
import type { RedactedSpan, WantedRedaction } from '../../ports/redaction.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import {
  REDACTION_VERSION,
  type RedactedSpanResponse,
  type RedactionLimit,
  type RedactionResponse,
} from '../results/redaction.response.js';

export interface MaskedCallFacts {
  readonly redactions: readonly RedactedSpan[];
  readonly limits: readonly RedactionLimit[];
  /** False where something could not be masked exactly, so that more is. */
  readonly isExact: boolean;
  readonly audio: RedactionResponse['audio'];
}

/** @param pauses of the recording */
export function redactionOf(
  wanted: Pick<WantedRedaction, 'original'>,
  { redactions, limits, isExact, audio }: MaskedCallFacts,
  pauses: readonly SpeechSpan[],
): RedactionResponse {
  const counts = new Map<string, number>();
  for (const { type } of redactions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return {
    status: isExact && audio !== 'withheld' ? 'applied' : 'withheld',
    version: REDACTION_VERSION,
    types: Object.fromEntries(counts),
    audio,
    // Nothing of it was masked: the recording as it was sent is what clients hear.
    original: audio === 'original' || wanted.original === 'keep' ? 'kept' : 'deleted',
    limits: [...limits],
    pauses: pausesOf(pauses),
  };
}

export function pausesOf(pauses: readonly SpeechSpan[]): RedactionResponse['pauses'] {
  return pauses.map(({ startMs, endMs }) => ({ start: startMs / 1000, end: endMs / 1000 }));
}

export function redactedSpansOf(redactions: readonly RedactedSpan[]): RedactedSpanResponse[] {
  return redactions.map(({ segmentId, channel, startMs, endMs, type, confidence, basis }) => ({
    segment_id: segmentId,
    channel,
    start: startMs / 1000,
    end: endMs / 1000,
    type,
    confidence,
    basis,
  }));
}
