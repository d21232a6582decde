// The parts of a call that are kept for days of their own, and the operator's ceilings. Pure.
import type { Config } from '../../platform/config/config.js';

export const PARTS = ['recordings', 'originals', 'transcripts', 'analyses'] as const;
export type Part = (typeof PARTS)[number];

/** Days from the end of a call. Null: the part is kept. */
export type PartDays = Readonly<Record<Part, number | null>>;

/** Days for which entries of the audit log are kept where the account says nothing. */
export const DEFAULT_AUDIT_DAYS = 400;

type RetentionConfig = Config['retention'];

const daysOrNull = (days: number) => (days > 0 ? days : null);

export const ceilingsOf = ({ audioDays, analysisDays }: RetentionConfig): PartDays => ({
  recordings: daysOrNull(audioDays),
  originals: daysOrNull(audioDays),
  transcripts: daysOrNull(analysisDays),
  analyses: daysOrNull(analysisDays),
});

/** Ceiling of the analyses of test mode. */
export const testCeilingOf = ({ testDays }: RetentionConfig): number | null => daysOrNull(testDays);

export const shorter = (...days: readonly (number | null)[]): number | null => {
  const given = days.filter((one) => one !== null);
  return given.length === 0 ? null : Math.min(...given);
};

export const longer = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other);

/** @param days gives the days of a part */
export const ofParts = (days: (part: Part) => number | null): PartDays => ({
  recordings: days('recordings'),
  originals: days('originals'),
  transcripts: days('transcripts'),
  analyses: days('analyses'),
});
