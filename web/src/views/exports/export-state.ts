// State of an export. Without the browser.
export type ExportState = 'processing' | 'completed' | 'failed' | 'canceled' | 'expired' | 'ended' | 'deleted';

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
  if (expires_at === null) return 'deleted';
  const lived = expires_at - (completed_at ?? 0);
  return lived < KEPT_SECONDS ? 'ended' : 'expired';
}
