// What the thread that masks does. Pure: only plain data goes in and comes out.
import type { WantedRedaction } from '../../ports/redaction.js';
import { findSensitive } from '../../speech/redaction/find-sensitive.js';
import { type MaskedSegments, maskSegments } from '../../speech/redaction/mask-segments.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from '../../speech/redaction/sensitive-span.js';

export interface MaskTask {
  readonly call: SearchedCall;
  readonly wanted: WantedRedaction;
  /** Found by other means: spans that a language model proposed and the transcript confirmed. */
  readonly further: readonly SensitiveSpan[];
}

export type MaskingTask = { readonly mask: MaskTask };

export function runTask({ mask }: MaskingTask): MaskedSegments<SearchedSegment> {
  const { call, wanted, further } = mask;
  return maskSegments(call.segments, [...findSensitive(call, wanted).spans, ...further], wanted.replacement);
}
