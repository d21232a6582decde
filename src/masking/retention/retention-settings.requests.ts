import { Flag, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import { DEFAULT_AUDIT_DAYS, type PartDays } from './retention-parts.js';

export const MAX_DAYS = 3_650;
/** Six months: for so long the AI Act has those who use such a service keep its logs. */
const MIN_AUDIT_DAYS = 183;

const days = (what: string, example: number) => ({
  description: `Days from the end of a call after which ${what}; null or omitted: kept.`,
  min: 0,
  max: MAX_DAYS,
  example,
  optional: true,
});

@ObjectWith({ isClosed: true })
export class RetentionSettingsRequest {
  @Whole(days('its recording is deleted', 90))
  recordings_days?: number | null;

  @Whole(days('the original of its masked recording is deleted', 30))
  originals_days?: number | null;

  @Whole(days('its transcript is deleted, with quotations, sentences and notes', 365))
  transcripts_days?: number | null;

  @Whole(days('all of it is deleted', 1_825))
  analyses_days?: number | null;

  @Whole({
    description: `Days for which entries of the audit log are kept. Default: ${DEFAULT_AUDIT_DAYS}.`,
    min: MIN_AUDIT_DAYS,
    max: MAX_DAYS,
    example: DEFAULT_AUDIT_DAYS,
    optional: true,
  })
  audit_days?: number | null;

  @Flag({
    description: 'Whether reads of single calls are entered in the audit log. Default: false.',
    example: false,
    optional: true,
  })
  audit_reads?: boolean | null;

  @Flag({
    description: 'Changes nothing, and answers what the settings would delete now.',
    example: false,
    optional: true,
  })
  dry_run?: boolean | null;

  @Flag({
    description:
      'Lets the first round delete at once, also where it would wait. Without a setting beside it, changes nothing else.',
    example: false,
    optional: true,
  })
  confirm?: boolean | null;

  /** Null where the request has none of them: those that are stored then stand. */
  settings(): WantedRetention | null {
    const { recordings_days, originals_days, transcripts_days, analyses_days, audit_days, audit_reads } = this;
    const given = [recordings_days, originals_days, transcripts_days, analyses_days, audit_days, audit_reads];
    if (given.every((one) => one === undefined)) return null;
    return {
      recordings: recordings_days ?? null,
      originals: originals_days ?? null,
      transcripts: transcripts_days ?? null,
      analyses: analyses_days ?? null,
      auditDays: audit_days ?? DEFAULT_AUDIT_DAYS,
      auditReads: audit_reads ?? false,
    };
  }
}

export interface WantedRetention extends PartDays {
  readonly auditDays: number;
  readonly auditReads: boolean;
}
