// Until an analysis is final: over its events, and by asking for it where no events come through. Until a correction is: by
// asking for it.
import { CallAnalysisError, timeoutError } from './error.js';
import { follow } from './events/follow.js';
import { at } from './http/path.js';
import { wait } from './http/retry.js';
import type { Sender } from './http/sender.js';
import type { Analysis, CompletedAnalysis, Correction, FailedAnalysis, Progress } from './models.generated.js';
import { checkedTimeout, type RequestOptions } from './settings.js';

const FIRST_POLL_MS = 2_000;
const MAX_POLL_MS = 10_000;
const POLL_GROWTH = 1.5;

export type FinalAnalysis = CompletedAnalysis | FailedAnalysis;

export interface WaitOptions {
  /** Milliseconds for the whole wait; without it, it takes as long as the analysis. */
  readonly timeout?: number | undefined;
  /** Told of each step that the service tells of. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of each request, in place of the client's. */
  readonly maxRetries?: number | undefined;
}

/** Of a wait that tells no progress. */
export type PollOptions = Omit<WaitOptions, 'onProgress'>;
export type CorrectionWaitOptions = PollOptions;

/** @throws CallAnalysisError of kind `timeout` when it is not final in time */
export async function waitForCompletion(sender: Sender, id: string, options: WaitOptions): Promise<FinalAnalysis> {
  return inTime('The analysis', options, (signal) => byEventsOrPolls(sender, id, { ...options, signal }));
}

/** @throws CallAnalysisError of kind `timeout` when it is not final in time */
export async function waitForCorrection(
  sender: Sender,
  id: string,
  correctionId: string,
  options: PollOptions,
): Promise<Correction> {
  const path = at`/analysis/${id}/corrections/${correctionId}`;
  return waitUntilLeft(sender, path, 'The correction', ['processing'], options);
}

/**
 * Asks again and again until the status is none of these.
 * @param what is waited for, as a sentence begins
 * @throws CallAnalysisError of kind `timeout` when it is not so in time
 */
export async function waitUntilLeft<Seen extends { readonly status: string }>(
  sender: Sender,
  path: string,
  what: string,
  statuses: readonly string[],
  options: PollOptions,
): Promise<Seen> {
  return inTime(what, options, async (signal) => {
    const request: RequestOptions = { signal, maxRetries: options.maxRetries };
    for (let pollMs = FIRST_POLL_MS; ; pollMs = nextPoll(pollMs)) {
      const seen = await sender.json<Seen>('GET', path, {}, request);
      if (!statuses.includes(seen.status)) return seen;
      await wait(pollMs, signal);
    }
  });
}

/** @param what is waited for, as a sentence begins */
async function inTime<Final>(
  what: string,
  { timeout, signal }: PollOptions,
  waited: (signal: AbortSignal | undefined) => Promise<Final>,
): Promise<Final> {
  if (timeout === undefined) return waited(signal);
  const ms = checkedTimeout('timeout', timeout);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ms);
  const cancel = () => deadline.abort(signal?.reason);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await waited(deadline.signal);
  } catch (error) {
    const isLate = error instanceof CallAnalysisError && error.kind === 'cancelled' && !signal?.aborted;
    throw isLate ? timeoutError(`${what} was not final within ${ms / 1000} s.`) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

const nextPoll = (pollMs: number) => Math.min(pollMs * POLL_GROWTH, MAX_POLL_MS);

async function byEventsOrPolls(sender: Sender, id: string, options: WaitOptions): Promise<FinalAnalysis> {
  const { onProgress, signal, maxRetries } = options;
  const request: RequestOptions = { signal, maxRetries };
  try {
    for await (const event of follow(sender, id, request)) {
      if (event.event !== 'progress') return event.data;
      onProgress?.(event.data);
    }
  } catch (error) {
    if (!(error instanceof CallAnalysisError && (error.retryable || error.kind === 'answer'))) throw error;
  }
  for (let pollMs = FIRST_POLL_MS; ; pollMs = nextPoll(pollMs)) {
    const seen = await sender.json<Analysis>('GET', at`/analysis/${id}`, { query: { view: 'full' } }, request);
    if (seen.status === 'completed' || seen.status === 'failed') return seen;
    if (seen.progress) onProgress?.(seen.progress);
    await wait(pollMs, signal);
  }
}
