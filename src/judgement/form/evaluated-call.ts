// A completed call as the questions of a scorecard are answered about it, read back from what is stored.
import type { CallMetricsResponse } from '../../calls/results/analysis.response.js';
import type { ResultsResponse } from '../../calls/results/analysis-results.response.js';
import type { HearingResponse, TranscriptResponse } from '../../calls/results/analysis-transcript.response.js';
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { PartyHearing, Role, Segment, Transcript } from '../../ports/transcript.js';
import { countWords } from '../../speech/words/words.js';
import { natureOf } from '../call-kind/call-kind.js';

export interface EvaluatedCall {
  readonly transcript: Transcript;
  readonly durationMs: number;
  /** Parts of the recording were missing, or it is not known whether they were. */
  readonly damaged: boolean;
  /** ISO 639-1 of the service's own sentences; null: that of the call. */
  readonly outputLanguage: string | null;
  /** Null where none are stored. */
  readonly metrics: Partial<CallMetricsResponse> | null;
  readonly results: StoredResults | null;
}

/** Results that an earlier release stored may lack members. */
export interface StoredResults {
  readonly call_kind?: ResultsResponse['call_kind'];
  readonly not_judged_reason?: NotJudgedReason | null;
  readonly compliance?: Partial<ResultsResponse['compliance']>;
  readonly quality?: Partial<ResultsResponse['quality']>;
  readonly observations?: ResultsResponse['observations'];
}

/** Columns of `analysis` and `analysis_payload` as Postgres gives them: JSON texts, and bigint as text. */
export interface StoredCall {
  readonly words: string;
  readonly metrics: string;
  readonly results: string;
  readonly duration_ms: string | null;
  readonly damaged: boolean | null;
  readonly output_language: string | null;
}

export function readEvaluatedCall(stored: StoredCall): EvaluatedCall {
  const transcript = readTranscript(stored.words);
  const lastMs = transcript.segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  return {
    transcript,
    durationMs: stored.duration_ms === null ? lastMs : Number(stored.duration_ms),
    damaged: stored.damaged !== false,
    outputLanguage: stored.output_language,
    metrics: JSON.parse(stored.metrics),
    results: JSON.parse(stored.results),
  };
}

/** True when any speaker says anything. In a silent call there is nothing to ask a judge about. */
export function hasSpeech({ transcript }: Pick<EvaluatedCall, 'transcript'>): boolean {
  return transcript.segments.some(({ text }) => countWords(text) > 0);
}

/** Why no judge is asked about the call; null for a conversation. Results of an earlier release do not say which it is. */
export function whyNotJudged(
  call: Pick<EvaluatedCall, 'transcript' | 'results'>,
): 'not_heard' | 'no_conversation' | null {
  if (!hasSpeech(call)) return 'not_heard';
  const kind = call.results?.call_kind ?? natureOf(call.transcript).kind;
  return kind === 'conversation' ? null : 'no_conversation';
}

/** @param words the transcript with its words, as it is stored */
export const readTranscript = (words: string): Transcript => transcriptOf(JSON.parse(words));

/** The spotted phrases are not stored, since the results already hold what follows from them. */
export function transcriptOf({ segments, language, diarization, hearing }: TranscriptResponse): Transcript {
  const { method, role_confidence: roleConfidence } = diarization;
  const transcript = {
    segments: segments.map(segmentOf),
    language,
    diarization: { method, roleConfidence } as Transcript['diarization'],
    spotted: [],
  };
  return hearing === undefined ? transcript : { ...transcript, hearing: hearingOf(hearing) };
}

function segmentOf({ id, speaker, channel, start, end, text, confidence, words }: StoredSegment): Segment {
  return {
    id,
    speaker: speaker as Segment['speaker'],
    channel,
    startMs: millisecondsOf(start),
    endMs: millisecondsOf(end),
    text,
    confidence,
    words:
      words?.map((word) => ({
        text: word.word,
        startMs: millisecondsOf(word.start),
        endMs: millisecondsOf(word.end),
        confidence: word.confidence,
      })) ?? null,
  };
}

type StoredSegment = TranscriptResponse['segments'][number];

function hearingOf({ agent, customer }: HearingResponse): Readonly<Record<Role, PartyHearing>> {
  return { agent: agent as PartyHearing, customer: customer as PartyHearing };
}

function millisecondsOf(seconds: number): number {
  return Math.round(seconds * 1000);
}
