// Every request of the console goes through here: with the token of the session, again with another one after 401, later after
// 429, and again once the connection is back.
import { CallAnalysis, CallAnalysisError, type Progress } from '../../../clients/typescript/src/browser.js';
import { observe, trouble } from '../page/trouble.js';
import { SERVICE_URL } from '../routing/router.js';
import { accessToken, anotherToken } from '../session/session.js';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

const client = new CallAnalysis({ baseUrl: SERVICE_URL, onAnswer: observe });

type Run<T> = (client: CallAnalysis) => Promise<T>;

/** A request that changes something. The library repeats it with the same key where the connection is cut. */
export async function write<T>(run: Run<T>): Promise<T> {
  const token = await accessToken();
  try {
    return await run(client.withApiKey(token));
  } catch (error) {
    if (!(error instanceof CallAnalysisError) || error.status !== 401) throw error;
    return run(client.withApiKey(await anotherToken(token)));
  }
}

/** A request that reads. Without a connection it goes on asking until there is one, or until the signal ends it. */
export async function read<T>(run: Run<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS))
    try {
      return await write(run);
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      trouble.value = { kind: 'offline' };
      await pauseOrOnline(pauseMs, signal);
    }
}

export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallAnalysisError && (error.kind === 'connection' || error.kind === 'timeout');

/** Ends early when the browser says that it is connected again. */
export function pauseOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener('online', over);
    signal.addEventListener('abort', over);
  });
}

/**
 * Tells of each step of a call that is processed.
 * @returns whether it came to its end; false where the events broke off, after which only asking helps
 */
export async function follow(
  id: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const events = client.withApiKey(await accessToken()).analyses.events(id, { signal });
    for await (const { event, data } of events) {
      if (event !== 'progress') return !signal.aborted;
      onProgress(data);
    }
    return !signal.aborted;
  } catch {
    return false;
  }
}
