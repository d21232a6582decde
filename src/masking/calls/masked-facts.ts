// Redaction of a stored call as clients see it. Pure.
import {
  REDACTION_VERSION,
  type RedactedSpanResponse,
  type RedactionResponse,
} from '../../calls/results/redaction.response.js';
import type { RedactedSpan } from '../../ports/redaction.js';

export interface MaskedBefore {
  /** Null where nothing was masked before. */
  readonly redaction: RedactionResponse | null;
  readonly redactions: readonly RedactedSpanResponse[];
}

/** @param text JSON texts of `analysis_payload` */
export function readMasked({ redaction, redactions }: StoredMasked): MaskedBefore {
  return {
    redaction: redaction === null ? null : JSON.parse(redaction),
    redactions: redactions === null ? [] : JSON.parse(redactions),
  };
}

export interface StoredMasked {
  readonly redaction: string | null;
  readonly redactions: string | null;
}

/** Adds spans to those of an earlier masking, whose words are labels by now. Those of one segment that overlap become one. */
export function addSpans(
  listed: readonly RedactedSpanResponse[],
  ...found: readonly (readonly RedactedSpan[])[]
): RedactedSpanResponse[] {
  const all = [...listed, ...found.flatMap((spans) => spans.map(shownSpan))];
  const byPlace = new Map<string, RedactedSpanResponse[]>();
  for (const span of all) {
    const place = `${span.segment_id} ${span.channel}`;
    const own = byPlace.get(place) ?? [];
    byPlace.set(place, own);
    own.push(span);
  }
  return [...byPlace.values()].flatMap(apart).sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Joins spans that overlap into one stretch, so that nothing of it is heard. */
function apart(spans: readonly RedactedSpanResponse[]): RedactedSpanResponse[] {
  const found: RedactedSpanResponse[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = found.at(-1);
    if (last === undefined || span.start >= last.end) found.push(span);
    else if (span.end > last.end) found[found.length - 1] = { ...last, end: span.end };
  }
  return found;
}

function shownSpan({
  segmentId,
  startMs,
  endMs,
  channel,
  type,
  confidence,
  basis,
}: RedactedSpan): RedactedSpanResponse {
  return {
    segment_id: segmentId,
    channel,
    start: startMs / 1000,
    end: endMs / 1000,
    type,
    confidence,
    basis,
  };
}

/** The span in the form in which the sound is masked. */
export function spanOf(shown: RedactedSpanResponse): RedactedSpan {
  const { segment_id: segmentId, channel, start, end, type, confidence, basis } = shown;
  const startMs = Math.round(start * 1000);
  return { segmentId, channel, startMs, endMs: Math.round(end * 1000), type, confidence, basis };
}

export function countTypes(redactions: readonly { readonly type: string }[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of redactions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Redaction while a worker is not done yet. */
export function processing(
  before: RedactionResponse | null,
  redactions: readonly RedactedSpanResponse[],
  isWithheld: boolean,
): RedactionResponse {
  return {
    status: 'processing',
    version: REDACTION_VERSION,
    types: countTypes(redactions),
    audio: isWithheld ? 'withheld' : (before?.audio ?? 'original'),
    original: before?.original ?? 'kept',
    limits: before?.limits ?? [],
    pauses: before?.pauses ?? [],
  };
}
