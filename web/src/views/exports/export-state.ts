// State of an export. Without the browser.
export type ExportState = 'processing' | 'completed' | 'failed' | 'canceled' | 'expired' | 'ended';

interface Made {
  readonly status: 'processing' | 'completed' | 'failed' | 'canceled';
  /** Null when there is no file. */
  readonly url: string | null;
  readonly completed_at: number | null;
  readonly expires_at: number | null;
}

const DAY_SECONDS = 86_400;
/**
 * Minimum lifetime of a file that has expired normally, after seven days. A file that ended earlier contained a call that was
 * deleted or masked.
 */
const KEPT_SECONDS = 7 * DAY_SECONDS - 60;

export function stateOf({ status, url, completed_at, expires_at }: Made): ExportState {
  if (status !== 'completed' || url !== null) return status;
  const lived = (expires_at ?? 0) - (completed_at ?? 0);
  return lived < KEPT_SECONDS ? 'ended' : 'expired';
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The largest unit with a value of at least one. */
export function inUnit(bytes: number): { readonly value: number; readonly unit: (typeof UNITS)[number] } {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return { value: bytes / 1000 ** step, unit: UNITS[step] ?? 'byte' };
}
