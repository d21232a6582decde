// The requests of tus 1.0, the protocol by which an upload is made, asked after and sent on.
import { answerError } from '../error.js';
import type { RequestBody } from '../http/body.js';
import { at } from '../http/path.js';
import type { Call } from '../http/sender.js';

const VERSION = { 'tus-resumable': '1.0.0' };

/** A recording on its way to the service, in parts. */
export interface Upload {
  readonly id: string;
  /** Bytes of the whole recording. */
  readonly length: number;
  /** Bytes that the service has. */
  readonly offset: number;
  /** When an upload that no analysis took ends, in Unix seconds; null where the service does not say. */
  readonly expires_at: number | null;
}

type Headers = Readonly<Record<string, string>>;

export const creation = (length: number, fileName: string): Call => ({
  method: 'POST',
  path: '/uploads',
  headers: { ...VERSION, 'upload-length': String(length), 'upload-metadata': `filename ${base64Of(fileName)}` },
});

export const question = (id: string): Call => ({ method: 'HEAD', path: at`/uploads/${id}`, headers: VERSION });

export const part = (id: string, offset: number, body: RequestBody): Call => ({
  method: 'PATCH',
  path: at`/uploads/${id}`,
  headers: { ...VERSION, 'upload-offset': String(offset) },
  body,
});

export const deletion = (id: string): Call => ({ method: 'DELETE', path: at`/uploads/${id}`, headers: VERSION });

/**
 * Of a creation. Only the id is taken of the address: the credential goes to the service that the client was made for.
 * @throws CallAnalysisError of kind `answer`
 */
export function createdUpload(headers: Headers, length: number): Upload {
  const id = /([^/?#]+)\/?(?:[?#]|$)/.exec(headers.location ?? '')?.[1];
  if (id === undefined) throw answerError('The service made an upload and did not say where.');
  return { id: decoded(id), length, offset: 0, expires_at: expiryIn(headers) };
}

/** Of a question. @throws CallAnalysisError of kind `answer` */
export function foundUpload(id: string, headers: Headers): Upload {
  const length = bytesIn(headers['upload-length']);
  if (length === null) throw answerError('The service did not say how large the upload is.');
  return { id, length, offset: offsetIn(headers, length), expires_at: expiryIn(headers) };
}

/** @throws CallAnalysisError of kind `answer` where it is no place in the recording */
export function offsetIn(headers: Headers, length: number): number {
  const offset = bytesIn(headers['upload-offset']);
  if (offset === null || offset > length) throw answerError('The service did not say how much of the upload it has.');
  return offset;
}

const bytesIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

function expiryIn(headers: Headers): number | null {
  const time = Date.parse(headers['upload-expires'] ?? '');
  return Number.isNaN(time) ? null : time / 1000;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch (error) {
    throw answerError('The service made an upload and did not say where.', error);
  }
}

const base64Of = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
