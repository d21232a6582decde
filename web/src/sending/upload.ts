// One recording to the service, however often it takes: each repetition has the key of the first, so that it is one call.
import { type Analysis, CallAnalysis, CallAnalysisError } from '../../../clients/typescript/src/browser.js';
import { pauseOrOnline } from '../api/api.js';
import { SERVICE_URL } from '../routing/router.js';
import { accessToken, anotherToken } from '../session/session.js';
import type { Fields } from './outbox.js';
import { type Pause, pauseAfter } from './pause.js';

/** Tokens that are refused one after the other. */
const MAX_TOKENS = 3;

export interface Upload {
  readonly file: File;
  readonly fields: Fields;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  readonly onPause: (why: Pause['why'], until: number) => void;
}

/** The browser cannot read the file any more. */
export class FileUnreadable extends Error {}

/** The service asked to wait, whichever file it refused: until this time of the browser's clock no other one is sent. */
let waitsUntil = 0;

/** @throws CallAnalysisError that a repetition does not change; FileUnreadable; the reason of the signal */
export async function upload(wanted: Upload): Promise<Analysis> {
  const { signal, onPause } = wanted;
  let failures = 0;
  for (let tokens = 0; ; ) {
    if (waitsUntil > Date.now()) await paused('limit', waitsUntil);
    const token = await accessToken();
    const { analysis, error, retryAfter } = await attempt(wanted, token);
    if (analysis !== null) return analysis;
    if (signal.aborted) throw signal.reason;
    if (error instanceof CallAnalysisError && error.status === 401 && tokens < MAX_TOKENS) {
      tokens += 1;
      await anotherToken(token);
      continue;
    }
    const pause = pauseAfter(error, retryAfter, failures);
    if (pause === null) throw error;
    if (pause.why === 'cut') await assertReadable(wanted.file);
    const until = Date.now() + pause.ms;
    if (pause.why === 'limit') waitsUntil = Math.max(waitsUntil, until);
    else failures += 1;
    await paused(pause.why, until);
  }

  async function paused(why: Pause['why'], until: number): Promise<void> {
    onPause(why, until);
    // The connection may be back earlier; a service that asked to wait is not asked before.
    do await pauseOrOnline(until - Date.now(), signal);
    while (why === 'limit' && Date.now() < until);
  }
}

interface Attempted {
  readonly analysis: Analysis | null;
  readonly error: unknown;
  readonly retryAfter: string | null;
}

async function attempt({ file, fields, key, signal, onProgress }: Upload, token: string): Promise<Attempted> {
  let retryAfter: string | null = null;
  const client = new CallAnalysis({
    baseUrl: SERVICE_URL,
    apiKey: token,
    // The person is told of each repetition, which the library makes in silence.
    maxRetries: 0,
    onAnswer: ({ headers }) => {
      retryAfter = headers['retry-after'] ?? null;
    },
  });
  onProgress(0);
  try {
    const analysis = await client.analyses.create({ ...fields, file, onProgress }, { idempotencyKey: key, signal });
    return { analysis, error: null, retryAfter };
  } catch (error) {
    return { analysis: null, error, retryAfter };
  }
}

/** A browser reports a file that it cannot read as a connection that was cut. */
async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new FileUnreadable('The file cannot be read', { cause: error });
  }
}
