// An upload that tells how far it is, which no browser's `fetch` does.
import { cancelledError, connectionError } from '../error.js';
import { IdleTimer } from '../http/idle-timer.js';
import type { Incoming, Outgoing } from '../http/messages.js';
import { allowedHeaders, blobOf, silence } from './fetch-exchange.js';

/** What is used of the browser's class: its types are not there where the library is compiled for Node. */
interface Upload {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  onload: (() => void) | null;
  onprogress: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  readonly status: number;
  readonly statusText: string;
  readonly responseText: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
}

const { XMLHttpRequest } = globalThis as { readonly XMLHttpRequest?: new () => Upload };

export const canTellProgress = ({ body }: Outgoing): boolean =>
  XMLHttpRequest !== undefined && body?.onSent !== undefined;

export async function uploadExchange(outgoing: Outgoing): Promise<Incoming> {
  const { body, signal } = outgoing;
  if (XMLHttpRequest === undefined || body === null) throw connectionError('This browser cannot upload.');
  const blob = await blobOf(body);
  // A signal that has ended already tells no listener.
  if (signal?.aborted) throw cancelledError(signal.reason);
  const request = new XMLHttpRequest();
  let failure: unknown = null;
  const giveUp = (error: unknown) => {
    failure ??= error;
    request.abort();
  };
  const idle = new IdleTimer(outgoing.idleTimeoutMs, () => giveUp(silence(outgoing.idleTimeoutMs)));
  const cancel = () => giveUp(cancelledError(signal?.reason));
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(failure ?? connectionError('No answer came from the service.'));
      Object.assign(request, { onload: resolve, onerror: fail, onabort: fail, onprogress: () => idle.start() });
      request.upload.onprogress = ({ loaded }) => {
        idle.start();
        body.onSent?.(loaded);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      request.open(outgoing.method, outgoing.url);
      for (const [name, value] of Object.entries(allowedHeaders(outgoing.headers)))
        request.setRequestHeader(name, value);
      idle.start();
      request.send(blob);
    });
    return incomingOf(request);
  } finally {
    idle.stop();
    signal?.removeEventListener('abort', cancel);
  }
}

function incomingOf(request: Upload): Incoming {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const { status, statusText, responseText } = request;
  return {
    status,
    phrase: statusText || null,
    headers: Object.fromEntries(headers),
    hasKnownEnd: true,
    chunks: (async function* () {
      yield new TextEncoder().encode(responseText);
    })(),
    drop: () => undefined,
  };
}
