// What goes to the service and what comes back, whatever carries it.
import type { RequestBody } from './body.js';

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** Without a byte sent or received. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface Incoming {
  readonly status: number;
  /** What the status is called; null where that is not told. */
  readonly phrase: string | null;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** False where only the end of the connection tells the end of the answer. */
  readonly hasKnownEnd: boolean;
  /** To be read to its end, or to be dropped: the connection is not free before. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection in place of reading. */
  drop(): void;
}

/**
 * One request and its answer, without a repetition.
 * @throws CallAnalysisError of kind `connection`, `timeout` or `cancelled`, and what the body throws
 */
export type Exchange = (outgoing: Outgoing) => Promise<Incoming>;
