// Types that connect finding and masking. Pure.
import type { RedactionBasis } from '../../ports/redaction.js';
import type { Segment } from '../../ports/transcript.js';

/** A segment as input of the search: before the roles are known, its speaker is the label of a channel or a voice. */
export type SearchedSegment = Pick<Segment, 'id' | 'channel' | 'startMs' | 'endMs' | 'text' | 'words'> & {
  readonly speaker: string | null;
};

export interface SearchedCall {
  /** Segments in the order of their ids. */
  readonly segments: readonly SearchedSegment[];
  /** ISO 639-1; null when not known. */
  readonly language: string | null;
}

/** Part of the text of one segment. Content across several segments has one span in each, with the same content. */
export interface SensitiveSpan {
  readonly segmentId: number;
  /** Characters of the segment's text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** A `RedactionType`, or the key of a custom type. */
  readonly type: string;
  readonly basis: Exclude<RedactionBasis, 'keys'>;
  /** 0 to 1. */
  readonly confidence: number;
  /** Content in one spelling (the digits of a number): the same content gets the same label. Never stored. */
  readonly content: string;
}
