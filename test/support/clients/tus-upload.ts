// Uploads by hand, request by request.
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { contractFetch } from './responses.js';

export interface TusResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Null where there is none. */
  readonly body: { readonly detail?: unknown; readonly id?: string } & Record<string, unknown>;
}

export const base64 = (value: string) => Buffer.from(value).toString('base64');
export const METADATA = `filename ${base64('call.wav')}`;
const OFFSET_STREAM = 'application/offset+octet-stream';

/** Requests of one credential to `/uploads`. */
export function tusAs(baseUrl: string, key: string) {
  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: Buffer,
  ): Promise<TusResponse> => {
    // The document leaves these to tus.
    const send = method === 'OPTIONS' || 'x-http-method-override' in headers ? fetch : contractFetch;
    const answer = await send(`${baseUrl}/uploads${path}`, {
      method,
      headers: { 'x-api-key': key, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
    const said = await answer.text();
    return { status: answer.status, headers: answer.headers, body: said === '' ? {} : JSON.parse(said) };
  };
  return {
    ask,
    create: (length: number | string, headers: Readonly<Record<string, string>> = {}, body?: Buffer) =>
      ask('POST', '', { 'upload-length': String(length), 'upload-metadata': METADATA, ...headers }, body),
    append: (id: string, offset: number | string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}) =>
      ask('PATCH', `/${id}`, { 'upload-offset': String(offset), 'content-type': OFFSET_STREAM, ...headers }, bytes),
    head: (id: string) => ask('HEAD', `/${id}`, {}),
    end: (id: string) => ask('DELETE', `/${id}`, {}),
    /** @returns the id of an upload that has begun */
    begin: async (length: number): Promise<string> => {
      const { status, body } = await ask('POST', '', { 'upload-length': String(length), 'upload-metadata': METADATA });
      if (status !== 201 || !body.id) throw new Error(`No upload but ${status} ${JSON.stringify(body)}`);
      return body.id;
    },
    /** How far it is. */
    offset: async (id: string): Promise<number> => {
      const { status, headers } = await ask('HEAD', `/${id}`, {});
      if (status !== 200) throw new Error(`HEAD gave ${status}`);
      return Number(headers.get('upload-offset'));
    },
  };
}

export type Tus = ReturnType<typeof tusAs>;

/**
 * A PATCH whose bytes are written by hand.
 * @param length null for one that is not announced
 */
export function openAppend(baseUrl: string, key: string, id: string, offset: number, length: number | null) {
  const request = httpRequest(`${baseUrl}/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      'x-api-key': key,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': OFFSET_STREAM,
      ...(length !== null && { 'content-length': String(length) }),
    },
  });
  const answered = new Promise<{ status: number; body: string } | null>((resolve) => {
    let isAnswered = false;
    request.once('response', (response) => {
      isAnswered = true;
      const status = response.statusCode ?? 0;
      text(response).then(
        (body) => resolve({ status, body }),
        () => resolve({ status, body: '' }),
      );
    });
    request.once('close', () => {
      if (!isAnswered) resolve(null);
    });
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  return { request, answered };
}
