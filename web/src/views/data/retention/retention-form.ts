// Retention settings, in the form and in the API. Without the browser.
import type {
  RetentionSettings,
  SettingsUpdateRetentionParams,
  WouldDelete,
} from '../../../../../clients/typescript/src/browser.js';

/** Parts of a call that are kept for days of their own. */
export const PARTS = ['recordings_days', 'originals_days', 'transcripts_days', 'analyses_days'] as const;
export type Part = (typeof PARTS)[number];

/** Limits of the API. */
export const MAX_DAYS = 3_650;
export const MIN_AUDIT_DAYS = 183;

/** Days as they are typed; empty: kept, or the default. */
export type Draft = Readonly<Record<Part | 'audit_days', string>> & { readonly auditReads: boolean };

const typed = (days: number | null): string => (days === null ? '' : String(days));

export const draftOf = (settings: RetentionSettings): Draft => ({
  recordings_days: typed(settings.recordings_days),
  originals_days: typed(settings.originals_days),
  transcripts_days: typed(settings.transcripts_days),
  analyses_days: typed(settings.analyses_days),
  audit_days: typed(settings.audit_days),
  auditReads: settings.audit_reads,
});

const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** All settings: one that is left out would get its default. */
export const paramsOf = ({ auditReads, ...days }: Draft) =>
  ({
    recordings_days: daysOf(days.recordings_days),
    originals_days: daysOf(days.originals_days),
    transcripts_days: daysOf(days.transcripts_days),
    analyses_days: daysOf(days.analyses_days),
    audit_days: daysOf(days.audit_days),
    audit_reads: auditReads,
  }) satisfies SettingsUpdateRetentionParams;

const KINDS = ['recordings', 'transcripts', 'analyses'] as const;

/** Kinds of which something would be deleted, each with its number. */
export const goingOf = (would: WouldDelete): readonly (readonly [kind: (typeof KINDS)[number], n: number])[] =>
  KINDS.map((kind) => [kind, would[kind]] as const).filter(([, n]) => n > 0);
