import { argumentError } from '../error.js';

/** What a request carries. */
export interface RequestBody {
  readonly contentType: string;
  /** Bytes; null where they are not known before. */
  readonly length: number | null;
  /** The bytes from the first one. The next chunk is asked for once the one before it is on its way. */
  open(): AsyncIterable<Uint8Array>;
  /** The same bytes where they are at hand, for a place that sends them by itself; null where a stream makes them. */
  readonly parts: readonly (Uint8Array | Blob)[] | null;
  /** To be told how many bytes are on their way, by who sends the parts. */
  readonly onSent?: (bytes: number) => void;
  /** False once bytes were taken that cannot be had again. */
  canRepeat(): boolean;
}

/** @throws CallAnalysisError of kind `argument` for what JSON cannot hold */
export function jsonBody(value: unknown): RequestBody {
  const bytes = new TextEncoder().encode(jsonOf(value));
  return {
    contentType: 'application/json',
    length: bytes.length,
    parts: [bytes],
    async *open() {
      yield bytes;
    },
    canRepeat: () => true,
  };
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw argumentError('An argument cannot be written as JSON.', error);
  }
}
