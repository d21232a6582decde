// A calibration session as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';
import { AgreementResponse } from './agreement.response.js';

export const CALIBRATION_STATUSES = ['open', 'closed', 'canceled'] as const;
export type CalibrationStatus = (typeof CALIBRATION_STATUSES)[number];

export interface CalibrationRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly name: string | null;
  readonly scorecard_id: string;
  readonly revision: number;
  readonly sample_id: string | null;
  readonly reviewer_ids: readonly string[];
  readonly expert_id: string | null;
  readonly blind: boolean;
  readonly due_at: Date | null;
  readonly status: CalibrationStatus;
  readonly closed_at: Date | null;
  /** JSON text; null until the figures are counted. */
  readonly agreement: string | null;
  readonly analysis_ids: string[];
  /** Number of rated calls by reviewer. */
  readonly done: Readonly<Record<string, number>>;
}

export const SELECT_CALIBRATIONS = `SELECT s.id, s.created_at, s.livemode, s.name, s.scorecard_id, s.revision, s.sample_id, s.reviewer_ids,
    s.expert_id, s.blind, s.due_at, s.status, s.closed_at, s.agreement,
    ARRAY(SELECT c.analysis_id FROM calibration_call c WHERE c.calibration_id = s.id ORDER BY c.place) AS analysis_ids,
    (SELECT coalesce(json_object_agg(rated.reviewer_id, rated.n), '{}') FROM (
       SELECT r.reviewer_id, count(*)::int AS n FROM calibration_rating r WHERE r.calibration_id = s.id GROUP BY 1) AS rated) AS done
  FROM calibration s`;

export class CalibrationProgressResponse {
  @ApiProperty({ description: 'Your identifier of the reviewer.', example: 'mara' })
  reviewer_id: string;

  @ApiProperty({ type: 'integer', description: 'Calls that the reviewer has rated.', example: 12 })
  done: number;

  @ApiProperty({ type: 'integer', description: 'Calls of the session.', example: 60 })
  of: number;
}

export class DifferingCallResponse {
  @ApiProperty({ format: 'uuid', description: 'The call.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  analysis_id: string;

  @ApiProperty({
    type: [String],
    description: 'Keys of the questions that people answered differently, in the order of the form.',
    example: ['empathy'],
  })
  questions: string[];
}

export class CalibrationAgreementResponse {
  @ApiProperty({
    type: () => AgreementResponse,
    description: 'The AI and people; the expert alone where there is one.',
  })
  machine: AgreementResponse;

  @ApiProperty({
    type: () => AgreementResponse,
    nullable: true,
    description: 'People among each other. Null with fewer than two besides the expert.',
  })
  people: AgreementResponse | null;

  @ApiProperty({
    type: () => AgreementResponse,
    nullable: true,
    description: 'People and the expert. Null without one.',
  })
  expert: AgreementResponse | null;

  @ApiProperty({
    type: () => [DifferingCallResponse],
    description: 'Calls that people rated differently, the expert included; those with the most such questions first.',
  })
  differing: DifferingCallResponse[];
}

export class CalibrationResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the session.',
    example: '3b8e6c1d-7f40-4a9e-8d25-1c6f0b9e7a34',
  })
  id: string;

  @ApiProperty({ enum: ['calibration'], description: 'Always `calibration`.', example: 'calibration' })
  object: 'calibration';

  @ApiProperty({ type: 'integer', description: 'When it was made, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'Mode of its calls.', example: true })
  livemode: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'Your name for it.', example: 'November' })
  name: string | null;

  @ApiProperty({
    enum: CALIBRATION_STATUSES,
    description: '`open`: reviewers rate. `closed`: the figures are final. `canceled`: there will be none.',
    example: 'open',
  })
  status: CalibrationStatus;

  @ApiProperty({ format: 'uuid', description: 'The scorecard.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;

  @ApiProperty({ type: 'integer', description: 'Its revision.', example: 3 })
  revision: number;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The sample that its calls are of.',
    example: null,
  })
  sample_id: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'Calls to rate. Deleted ones leave the session, also once it is closed.',
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
  })
  analysis_ids: string[];

  @ApiProperty({ type: [String], description: 'Who rates.', example: ['mara', 'jonas'] })
  reviewer_ids: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Reviewer whose ratings are the reference.',
    example: null,
  })
  expert_id: string | null;

  @ApiProperty({ description: 'Whether a link shows the progress of its own reviewer alone.', example: true })
  blind: boolean;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it closes by itself; ISO 8601.',
    example: '2026-12-01T17:00:00.000Z',
  })
  due_at: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'When it was closed, in Unix seconds.', example: null })
  closed_at: number | null;

  @ApiProperty({ type: () => [CalibrationProgressResponse], description: 'Calls that each reviewer has rated.' })
  progress: CalibrationProgressResponse[];

  @ApiProperty({
    type: () => CalibrationAgreementResponse,
    nullable: true,
    description: 'How far they agree. Null until the session is closed.',
  })
  agreement: CalibrationAgreementResponse | null;

  static of(this: void, row: CalibrationRow): CalibrationResponse {
    return {
      id: row.id,
      object: 'calibration',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      name: row.name,
      status: row.status,
      scorecard_id: row.scorecard_id,
      revision: row.revision,
      sample_id: row.sample_id,
      analysis_ids: row.analysis_ids,
      reviewer_ids: [...row.reviewer_ids],
      expert_id: row.expert_id,
      blind: row.blind,
      due_at: row.due_at?.toISOString() ?? null,
      closed_at: row.closed_at && unixSeconds(row.closed_at),
      progress: ratersOf(row).map((reviewer) => ({
        reviewer_id: reviewer,
        done: Object.hasOwn(row.done, reviewer) ? (row.done[reviewer] ?? 0) : 0,
        of: row.analysis_ids.length,
      })),
      agreement: row.agreement === null ? null : JSON.parse(row.agreement),
    };
  }
}

/** Reviewers, and the expert where it is none of them. */
export const ratersOf = ({ reviewer_ids, expert_id }: Pick<CalibrationRow, 'reviewer_ids' | 'expert_id'>): string[] => [
  ...new Set([...reviewer_ids, ...(expert_id === null ? [] : [expert_id])]),
];

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
