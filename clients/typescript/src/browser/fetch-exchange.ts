// One request and its answer by `fetch`: in pages, in workers, in Deno and Bun.
import { CallAnalysisError, cancelledError, connectionError, timeoutError } from '../error.js';
import type { RequestBody } from '../http/body.js';
import { IdleTimer } from '../http/idle-timer.js';
import type { Incoming, Outgoing } from '../http/messages.js';

/** A browser says no more of a redirect that it must not follow. */
const REDIRECT = 302;

export async function fetchExchange(outgoing: Outgoing): Promise<Incoming> {
  const { method, url, body, idleTimeoutMs, signal } = outgoing;
  const ending = new AbortController();
  const idle = new IdleTimer(idleTimeoutMs, () => ending.abort(silence(idleTimeoutMs)));
  const cancel = () => ending.abort(cancelledError(signal?.reason));
  const over = () => {
    idle.stop();
    signal?.removeEventListener('abort', cancel);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  idle.start();
  try {
    const response = await fetch(url, {
      method,
      headers: allowedHeaders(outgoing.headers),
      ...(body && { body: await blobOf(body) }),
      // No cookie and no stored password goes along.
      credentials: 'omit',
      redirect: 'manual',
      signal: ending.signal,
    });
    idle.start();
    return {
      status: response.type === 'opaqueredirect' ? REDIRECT : response.status,
      phrase: response.statusText || null,
      headers: Object.fromEntries(response.headers),
      hasKnownEnd: true,
      chunks: chunksOf(response, idle, over, ending.signal),
      drop: () => {
        over();
        ending.abort();
      },
    };
  } catch (error) {
    over();
    throw reasonOf(ending.signal, error, 'No answer came from the service.');
  }
}

/** The bytes of a body as the browser sends them: a recording stays on the disk. A stream is read first. */
export async function blobOf({ parts, open, contentType }: RequestBody): Promise<Blob> {
  const given = [...(parts ?? [])];
  if (parts === null) for await (const chunk of open()) given.push(chunk);
  return new Blob(given as (Uint8Array<ArrayBuffer> | Blob)[], { type: contentType });
}

/** Those that a page may set: the browser writes the others itself. */
export function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'content-length': _, ...allowed } = headers;
  return allowed;
}

export const silence = (ms: number): CallAnalysisError => timeoutError(`The service was silent for ${ms / 1000} s.`);

async function* chunksOf(
  { body }: Response,
  idle: IdleTimer,
  over: () => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  let isWhole = false;
  try {
    for (;;) {
      const read = await reader?.read();
      if (!read || read.done) break;
      idle.stop();
      yield read.value;
      idle.start();
    }
    isWhole = true;
  } catch (error) {
    throw reasonOf(signal, error, 'The connection was cut during the answer.');
  } finally {
    over();
    if (!isWhole) await reader?.cancel().catch(() => undefined);
  }
}

function reasonOf({ aborted, reason }: AbortSignal, error: unknown, sentence: string): unknown {
  if (aborted && reason instanceof CallAnalysisError) return reason;
  return error instanceof CallAnalysisError ? error : connectionError(sentence, error);
}
