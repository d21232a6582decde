// Answers one call of the conformance tests, as ../../conformance/README.md describes it.
import { CallAnalysisError } from '../src/error.js';
import { type ClientSettings, callNamed, type Host, type Wanted } from './calls.js';
import { ProgressLog } from './progress-log.js';

export interface Request {
  readonly n: number;
  readonly call: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly client?: ClientSettings;
  readonly options?: { readonly idempotency_key?: string; readonly cancel_after_ms?: number };
}

export async function answerTo({ call, args = {}, client, options = {} }: Request, host: Host): Promise<object> {
  const progress = new ProgressLog();
  const { cancel_after_ms: cancelAfterMs, idempotency_key: idempotencyKey } = options;
  const signal = cancelAfterMs === undefined ? undefined : AbortSignal.timeout(cancelAfterMs);
  try {
    const wanted: Wanted = { args, options: { signal, idempotencyKey }, progress };
    const result = await callNamed(call, host, client, wanted);
    return { result: result ?? null, ...progress.told() };
  } catch (error) {
    if (!(error instanceof CallAnalysisError)) throw error;
    const { kind, status, detail, items, requestId, retryable, uploadId } = error;
    return {
      error: { kind, status, detail, items, request_id: requestId, retryable, upload_id: uploadId },
      ...progress.told(),
    };
  }
}
