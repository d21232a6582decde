import { valueError } from '../platform/errors/validation-messages.js';
import { MetadataFilter } from '../platform/http/validation/custom-metadata.js';
import type { Problem } from '../platform/http/validation/field-rules.js';
import { Amount, Flag, Moment, OneOf, OptionalText, Text, Uuid, Whole } from '../platform/http/validation/fields.js';
import { ObjectWith } from '../platform/http/validation/object-rules.js';
import { EVALUATION_OUTCOMES, type EvaluationOutcome } from './evaluation-outcome.js';
import { CALL_DIRECTIONS, type CallDirection } from './results/analysis.response.js';
import { EXPORT_FORMATS, type ExportFormat } from './transcript-export.js';

const VIEW_DESCRIPTION =
  '`summary` leaves out the transcript and reduces the results to scores and flags: a fraction of the bytes.';

export const VIEWS = ['full', 'summary'] as const;
export type View = (typeof VIEWS)[number];

const VERSION = {
  description:
    'A version of the transcript, with its findings, scores and metrics: 1 is the original transcript. If ' +
    'omitted: the current version.',
  example: 1,
  min: 1,
  optional: true,
} as const;

const INCLUDED = ['words', 'redactions', 'words,redactions'] as const;

export class GetAnalysisQuery {
  @OneOf(INCLUDED, {
    description:
      '`words` adds the words of each segment; a summary has no segments. `redactions` adds where something is masked. ' +
      '`words,redactions` adds both.',
    example: 'words',
    optional: true,
  })
  include?: (typeof INCLUDED)[number] | null;

  @OneOf(VIEWS, { description: VIEW_DESCRIPTION, default: 'full', example: 'full' })
  view: View;

  @Whole(VERSION)
  transcript_version?: number | null;
}

export class ExportTranscriptQuery {
  @OneOf(EXPORT_FORMATS, { description: 'Plain text or subtitles.', default: 'txt', example: 'srt' })
  format: ExportFormat;

  @Whole(VERSION)
  transcript_version?: number | null;
}

const STATUSES = ['processing', 'completed', 'failed'] as const;

const FIRST_SCORE = { min: 0, max: 100, optional: true, example: 60 } as const;
const LAST_SCORE = { ...FIRST_SCORE, example: 80 } as const;
const DURATION = { min: 0, max: 1_000_000_000, decimals: 3, optional: true } as const;

const OF_A_SCORECARD = ['outcome', 'score_min', 'score_max'] as const;

/** A member may be missing, or of a wrong type. */
function findFilterFaults(input: Readonly<Record<string, unknown>>): Problem[] {
  const isGiven = (name: string) => (input[name] ?? null) !== null;
  const alone = isGiven('scorecard_id') ? [] : OF_A_SCORECARD.filter(isGiven);
  return alone.map((name) => fault(name, `${name} says nothing without scorecard_id`));
}

const fault = (name: string, reason: string): Problem => ({
  type: 'value_error',
  path: [name],
  msg: valueError(reason),
});

/** Filters for a list of analyses, for the calls of a job, and for statistics. */
@ObjectWith({
  findFaults: findFilterFaults,
  alternatives: [{ has: ['scorecard_id'] }, { lacks: ['scorecard_id', ...OF_A_SCORECARD] }],
})
export class AnalysisFilterFields {
  @OneOf(STATUSES, {
    description: 'Only analyses in this state.',
    example: 'completed',
    optional: true,
  })
  status_filter?: (typeof STATUSES)[number] | null;

  @OneOf(STATUSES, {
    description: 'Another name of `status_filter`. If both are given, they must be equal.',
    example: 'completed',
    optional: true,
    aliasOf: 'status_filter',
  })
  status?: (typeof STATUSES)[number] | null;

  @OptionalText({ description: 'Only calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @OptionalText({ description: 'Only calls with exactly this contact.', example: 'cust-42' })
  contact_id?: string | null;

  @OptionalText({
    description:
      'Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special meaning.',
    example: 'cust',
  })
  search?: string | null;

  @Moment({
    description:
      'Only analyses created at this time or later: RFC 3339 or ISO 8601, with an offset or `Z`. In a query `+` ' +
      'means a space: write an offset as `%2B01:00`, or use `Z`. ' +
      'A whole number is Unix seconds: only analyses whose `created` is greater.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
    spelling: 'date-time',
  })
  created_after?: Date | null;

  @Moment({
    description:
      'Only analyses created before this time, so that the lists of two months share none. A whole number is Unix seconds: ' +
      'only analyses whose `created` is not greater.',
    example: '2026-12-01T00:00:00Z',
    optional: true,
    spelling: 'date-time',
  })
  created_before?: Date | null;

  @Flag({
    description: '`true`: only analyses of live mode. `false`: only those of test mode. If omitted: both.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;

  @Moment({
    description:
      'Only calls that began at this time or later, by `call.started_at`, written as `created_after`. Calls ' +
      'without a known start are not listed, also with `call_before`.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
    spelling: 'date-time',
  })
  call_after?: Date | null;

  @Moment({
    description: 'Only calls that began before this time, written as `created_before`.',
    example: '2026-12-01T00:00:00Z',
    optional: true,
    spelling: 'date-time',
  })
  call_before?: Date | null;

  @OneOf(CALL_DIRECTIONS, {
    description: 'Only calls in this direction. Calls without a known direction are in neither.',
    example: 'inbound',
    optional: true,
  })
  direction?: CallDirection | null;

  @Text({
    description: 'Only calls in this language, ISO 639-1, as `transcript.language` has it.',
    example: 'de',
    pattern: /^[a-z]{2}$/,
    optional: true,
  })
  language?: string | null;

  @Flag({
    description:
      '`true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If ' +
      'omitted: both.',
    example: true,
    optional: true,
  })
  flagged?: boolean | null;

  @Flag({
    description:
      '`true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays ' +
      'reviewed, even if every decision was withdrawn.',
    example: true,
    optional: true,
  })
  reviewed?: boolean | null;

  @OptionalText({
    description: 'Only calls with a violation of this rule that was not dismissed.',
    example: 'card_security_code_requested',
    max: 500,
  })
  violation?: string | null;

  @Whole({ description: 'Only calls whose compliance score is this or more.', ...FIRST_SCORE })
  compliance_score_min?: number | null;

  @Whole({ description: 'Only calls whose compliance score is this or less.', ...LAST_SCORE })
  compliance_score_max?: number | null;

  @Whole({ description: 'Only calls whose quality score is this or more.', ...FIRST_SCORE })
  quality_score_min?: number | null;

  @Whole({ description: 'Only calls whose quality score is this or less.', ...LAST_SCORE })
  quality_score_max?: number | null;

  @Amount({ description: 'Only calls of this duration, in seconds, or a longer one.', ...DURATION, example: 30 })
  duration_min?: number | null;

  @Amount({ description: 'Only calls of this duration, in seconds, or a shorter one.', ...DURATION, example: 600 })
  duration_max?: number | null;

  @MetadataFilter()
  metadata?: Readonly<Record<string, string>> | null;

  @Uuid({
    description:
      'Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is ' +
      'completed; superseded ones do not.',
    example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11',
    optional: true,
  })
  scorecard_id?: string | null;

  @OneOf(EVALUATION_OUTCOMES, {
    description: 'Only calls with this outcome; requires `scorecard_id`.',
    example: 'failed',
    optional: true,
  })
  outcome?: EvaluationOutcome | null;

  @Whole({ description: 'Minimum score, inclusive; requires `scorecard_id`.', ...FIRST_SCORE })
  score_min?: number | null;

  @Whole({ description: 'Maximum score, inclusive; requires `scorecard_id`.', ...LAST_SCORE })
  score_max?: number | null;
}

export class ListAnalysesQuery extends AnalysisFilterFields {
  @OptionalText({
    description: 'Only the call with exactly this identifier, in each mode.',
    example: 'pbx-1732012345.67',
  })
  external_id?: string | null;

  @OneOf(VIEWS, { description: VIEW_DESCRIPTION, default: 'full', example: 'summary' })
  view: View;

  @Whole({ description: 'Maximum number of analyses on the page.', min: 1, max: 1000, default: 100, example: 20 })
  limit: number;

  @Whole({ description: 'Number of newest items to skip.', min: 0, default: 0, example: 0 })
  offset: number;
}
