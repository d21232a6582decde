// The `fetch` of the vendors' SDKs, implemented with undici's request: web streams cost three times the CPU for the same bytes,
// and audio uploads are most of the bytes that a call sends.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { MAX_RESPONSE_BYTES, nullForNaN, readBounded, slicesOf } from '../vendor/bounded-body.js';

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Supports the parts of `fetch` that the SDKs use: bodies that are text or forms. Follows no redirect, and reads each response to
 * its end or to the limit, where it throws {@link UnusableResponseError}.
 */
export function sdkRequest(dispatcher: Dispatcher, maxResponseBytes = MAX_RESPONSE_BYTES): Fetch {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const sent = new Headers(headers);
    // This function does not decompress answers.
    sent.set('accept-encoding', 'identity');
    let payload: string | Readable | null = null;
    if (body instanceof FormData) {
      const form = multipart(body);
      sent.set('content-type', form.contentType);
      sent.set('content-length', String(form.sizeBytes));
      payload = Readable.from(form.body(), { objectMode: false });
    } else if (typeof body === 'string') {
      payload = body;
    } else if (body != null) {
      throw new TypeError('A request has a form for its body, or text');
    }
    const answer = await request(url instanceof Request ? url.url : url, {
      dispatcher,
      method,
      headers: sent,
      body: payload,
      signal: signal ?? null,
    });
    const received = await readBounded(answer.body, maxResponseBytes);
    const { statusCode: status } = answer;
    if (status >= 300 && status < 400) throw new TypeError('The provider redirects, which is not followed');
    const answerHeaders = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const line of [value ?? []].flat()) answerHeaders.append(name, line);
    }
    return new Response(received.length === 0 ? null : readable(received, status), { status, headers: answerHeaders });
  };
}

const readable = (received: Buffer, status: number) =>
  status < 400 ? nullForNaN(received) : withError(nullForNaN(received));

/**
 * The SDKs read a refusal from the member `error`. Gemini's compatible layer puts the object that holds it into a list; Mistral,
 * vLLM and whatever stands on FastAPI answer with the refusal itself.
 */
function withError(body: Buffer | string): Buffer | string {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    const refusal: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    if (typeof refusal !== 'object' || refusal === null || Object.keys(refusal).length === 0) return body;
    return JSON.stringify('error' in refusal ? refusal : { error: refusal });
  } catch {
    return body;
  }
}

interface Multipart {
  readonly contentType: string;
  readonly sizeBytes: number;
  body(): AsyncGenerator<Uint8Array>;
}

/** Encodes a form as multipart/form-data (RFC 7578). Its files are read slice by slice while they are sent. */
function multipart(form: FormData): Multipart {
  const boundary = `form-${randomUUID()}`;
  const parts: (Buffer | Blob)[] = [];
  // Fields next to each other go out with one write to the socket.
  let text = '';
  for (const [name, value] of form) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
    if (typeof value === 'string') {
      text += `\r\n\r\n${value}\r\n`;
      continue;
    }
    const type = value.type || 'application/octet-stream';
    text += `; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`;
    parts.push(Buffer.from(text), value);
    text = '\r\n';
  }
  parts.push(Buffer.from(`${text}--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0),
    async *body() {
      for (const part of parts) {
        if (part instanceof Blob) yield* slicesOf(part);
        else yield part;
      }
    },
  };
}

function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
