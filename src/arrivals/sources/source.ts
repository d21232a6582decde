// Source: a place from which calls of an account are imported automatically.
import type { Naming } from './naming/presets.js';

export const SOURCE_KINDS = ['s3', 'twilio'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const SOURCE_STATUSES = ['active', 'paused', 'failing'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

export const SOURCE_STARTS = ['new', 'all'] as const;
export type SourceStart = (typeof SOURCE_STARTS)[number];

export const AFTER_TAKING = ['leave', 'tag'] as const;
export type AfterTaking = (typeof AFTER_TAKING)[number];

export interface BucketSettings {
  readonly bucket: string;
  /** Beginning of every key; empty for the whole bucket. */
  readonly prefix: string;
  readonly region: string;
  /** Null: AWS's own endpoint. */
  readonly endpoint: string | null;
  readonly naming: Naming;
  readonly start: SourceStart;
  readonly every_seconds: number;
  readonly after: AfterTaking;
  /** Told to the client, for the trust policy of its role. Left out with keys, and in sources of earlier builds. */
  readonly external_id?: string;
}

export type BucketCredentials =
  | { readonly access_key_id: string; readonly secret_access_key: string }
  | { readonly role_arn: string; readonly external_id: string };

/** Members that a client chooses. */
export interface SourceFields {
  readonly name: string;
  readonly kind: SourceKind;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Default members of a submission. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Null: the stored credentials are kept. */
  readonly credentials: Readonly<Record<string, unknown>> | null;
}

export interface SourceRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly kind: SourceKind;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly paused_at: Date | null;
  readonly failing_since: Date | null;
  readonly cursor: string | null;
  readonly lag_seconds: number | null;
  readonly seen: string;
  readonly taken: string;
  readonly existing: string;
  readonly refused: string;
  readonly last_error: string | null;
  readonly last_polled_at: Date | null;
}

export const SOURCE_COLUMNS = `id, created_at, livemode, kind, name, settings, defaults, paused_at, failing_since, cursor, lag_seconds,
  seen, taken, existing, refused, last_error, last_polled_at`;

export function statusOf({ paused_at, failing_since }: Pick<SourceRow, 'paused_at' | 'failing_since'>): SourceStatus {
  if (paused_at) return 'paused';
  return failing_since ? 'failing' : 'active';
}
