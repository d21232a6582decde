import { Flag, Moment, OneOf, OptionalText, Whole } from '../platform/http/validation/fields.js';
import { EXPORT_FORMATS, type ExportFormat } from './transcript-export.js';

const VIEW_DESCRIPTION =
  '`summary` leaves out the transcript and reduces the results to scores and flags: a fraction of the bytes.';

export const VIEWS = ['full', 'summary'] as const;
export type View = (typeof VIEWS)[number];

const VERSION = {
  description:
    'A version of the transcript, with the findings, scores and metrics that it gave: 1 is what the machine heard. Not given: the present one.',
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

/** What narrows a list of analyses, and the calls of a job. */
export class AnalysisFilterFields {
  @OneOf(STATUSES, {
    description: 'Only analyses in this state.',
    example: 'completed',
    optional: true,
  })
  status_filter?: (typeof STATUSES)[number] | null;

  @OneOf(STATUSES, {
    description: 'Another name of `status_filter`. Where both are given, they must not differ.',
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
    description: 'Case-insensitive search in `agent_id` and `contact_id`. `%` and `_` mean themselves.',
    example: 'cust',
  })
  search?: string | null;

  @Moment({
    description:
      'Only analyses created at this time or later: RFC 3339 or ISO 8601, with an offset or `Z`. In a query `+` means a space: write an offset as `%2B01:00`, or use `Z`. ' +
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
    description: '`true`: only analyses of live mode. `false`: only those of test mode. Not given: both.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;
}

export class ListAnalysesQuery extends AnalysisFilterFields {
  @Flag({
    description:
      '`true`: only analyses about which a person has decided something, or that a person has signed off by a review. `false`: only ' +
      'the others. Not given: both. What was once reviewed stays so, also where every decision was withdrawn.',
    example: true,
    optional: true,
  })
  reviewed?: boolean | null;

  @OneOf(VIEWS, { description: VIEW_DESCRIPTION, default: 'full', example: 'summary' })
  view: View;

  @Whole({ description: 'Most analyses on the page.', min: 1, max: 1000, default: 100, example: 20 })
  limit: number;

  @Whole({ description: 'How many to skip from the newest.', min: 0, default: 0, example: 0 })
  offset: number;
}
