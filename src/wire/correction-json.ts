// A correction as it is stored, and as clients receive it.
import type { FailureCode } from '../ports/failure-code.js';
import type { CorrectionResponse, CorrectionStatus } from './correction.response.js';
import type { Via } from './via.js';

export interface CorrectionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly analysis_id: string;
  readonly status: CorrectionStatus;
  readonly base_version: number;
  readonly version: number;
  readonly swap_roles: boolean;
  /** JSON text. */
  readonly speakers: string;
  readonly edited_segments: number;
  readonly reviewer_id: string;
  readonly via: Via;
  readonly note: string | null;
  readonly settled_at: Date | null;
  readonly error_message: string | null;
  readonly error_code: FailureCode | null;
}

/** SQL. Without the texts of the edits: a page of corrections would hold a hundred megabytes. */
export const SELECT_CORRECTIONS = `
  SELECT id, created_at, livemode, analysis_id, status, base_version, version, swap_roles, speakers, edited_segments,
    reviewer_id, via, note, settled_at, error_message, error_code
  FROM correction`;

export function correctionOf(row: CorrectionRow): CorrectionResponse {
  return {
    id: row.id,
    object: 'correction',
    created: unixSeconds(row.created_at),
    livemode: row.livemode,
    analysis_id: row.analysis_id,
    status: row.status,
    base_version: row.base_version,
    transcript_version: row.version,
    swap_roles: row.swap_roles,
    speakers: JSON.parse(row.speakers),
    edited_segments: row.edited_segments,
    reviewer_id: row.reviewer_id,
    via: row.via,
    note: row.note,
    completed_at: row.settled_at && unixSeconds(row.settled_at),
    error_message: row.error_message,
    error_code: row.error_code,
  };
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
