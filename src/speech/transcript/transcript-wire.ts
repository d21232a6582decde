// The transcript in the shape that clients receive: seconds, speaker labels, one line per segment.
import type {
  DiarizationResponse,
  HearingResponse,
  PartyHearingResponse,
  TranscriptResponse,
  TranscriptSegmentResponse,
  WordResponse,
} from '../../calls/results/analysis-transcript.response.js';
import type { PartyHearing, Segment, Transcript, Word } from '../../ports/transcript.js';

/** Version of a transcript as the engine heard it: each correction is one more. */
const HEARD_VERSION = 1;

/** One line per segment, with speaker labels. */
export function textOf(segments: readonly { readonly speaker: string; readonly text: string }[]): string {
  return segments.map(({ speaker, text }) => `${speakerLabel(speaker)}: ${text}`).join('\n');
}

/** @param withWords whether each segment also carries its words (null where the engine gives none) */
export function toTranscriptResponse(transcript: Transcript, withWords: boolean): TranscriptResponse {
  const response: TranscriptResponse = {
    version: HEARD_VERSION,
    text: textOf(transcript.segments),
    language: transcript.language,
    segments: transcript.segments.map((segment) => toSegmentResponse(segment, withWords)),
    diarization: toDiarizationResponse(transcript.diarization),
  };
  if (transcript.hearing !== undefined) response.hearing = toHearingResponse(transcript.hearing);
  return response;
}

function toHearingResponse({ agent, customer }: NonNullable<Transcript['hearing']>): HearingResponse {
  return { agent: toPartyHearingResponse(agent), customer: toPartyHearingResponse(customer) };
}

/** Rounds the score to two decimals: it is an estimate. */
function toPartyHearingResponse({ score, basis, assessable, reasons }: PartyHearing): PartyHearingResponse {
  const rounded = score === null ? null : Math.round(100 * score) / 100;
  return { score: rounded, basis: [...basis], assessable, reasons: [...reasons] };
}

function toDiarizationResponse({ method, roleConfidence, heuristic }: Transcript['diarization']): DiarizationResponse {
  const response: DiarizationResponse = { method, role_confidence: roundConfidence(roleConfidence) };
  if (heuristic) response.heuristic = true;
  return response;
}

/** `Agent`, `Customer`, `Speaker 1`: people count speakers from 1. */
function speakerLabel(speaker: string): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  return `Speaker ${Number(speaker.slice('speaker_'.length)) + 1}`;
}

function toSegmentResponse(segment: Segment, withWords: boolean): TranscriptSegmentResponse {
  const response: TranscriptSegmentResponse = {
    id: segment.id,
    speaker: segment.speaker,
    channel: segment.channel,
    start: segment.startMs / 1000,
    end: segment.endMs / 1000,
    text: segment.text,
    confidence: roundConfidence(segment.confidence),
    edited: false,
  };
  if (withWords) response.words = segment.words?.map(toWordResponse) ?? null;
  return response;
}

function toWordResponse({ text, startMs, endMs, confidence }: Word): WordResponse {
  return { word: text, start: startMs / 1000, end: endMs / 1000, confidence: roundConfidence(confidence) };
}

/** Rounds to three decimals: recognisers are not more precise. */
function roundConfidence<Value extends number | null>(value: Value): Value | number {
  return value === null ? value : Math.round(value * 1000) / 1000;
}
