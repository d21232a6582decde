// Data of an analysis for a report, and names of its parts.
import type { AnalysisResponse } from '../../calls/results/analysis.response.js';
import type { Envelope } from '../../calls/waveform/envelopes.js';
import type { ReportedEvaluation } from './reported-evaluations.js';

export type Results = NonNullable<AnalysisResponse['results']>;
export type Transcript = Pick<NonNullable<AnalysisResponse['transcript']>, 'version' | 'language' | 'segments'>;
export type Segment = Transcript['segments'][number];

export interface ReportedCall {
  readonly analysis: AnalysisResponse;
  /** Transcript of a completed analysis. */
  readonly transcript: Transcript;
  readonly results: Results;
  /** Null where no person has decided anything. */
  readonly systemScores: SystemScores | null;
  /** Empty where an earlier release measured the recording. */
  readonly envelopes: readonly Envelope[];
  /** Null when nothing was billed. */
  readonly bill: Bill | null;
  readonly evaluations: readonly ReportedEvaluation[];
}

/** Scores of the service's own findings. */
export interface SystemScores {
  readonly compliance: number | null;
  readonly quality: number | null;
}

export interface Bill {
  readonly minutes: number;
  readonly amountCents: number;
}

const OTHER_SPEAKER = /^speaker_(\d+)$/;

/** `Agent`, `Customer`, `Speaker 1`. */
export function speakerName(speaker: string): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  const number = OTHER_SPEAKER.exec(speaker)?.[1];
  return number === undefined ? speaker : `Speaker ${Number(number) + 1}`;
}

/** Index of a colour in the style sheet: 0 for the agent, 1 for the customer, 2 and 3 alternate for others. */
export function speakerColour(speaker: string): number {
  if (speaker === 'agent') return 0;
  if (speaker === 'customer') return 1;
  return 2 + (Number(OTHER_SPEAKER.exec(speaker)?.[1] ?? 0) % 2);
}

/** `m:ss`, or `h:mm:ss` from an hour on. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = twoDigits(whole % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}
