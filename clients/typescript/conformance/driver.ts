// Drives the library for the conformance tests: one call a line, as ../../conformance/README.md describes it.
import { createInterface } from 'node:readline';
import { CallAnalysis, CallAnalysisError } from '../src/index.js';
import { NODE } from '../src/node/node-platform.js';
import { callNamed, type Wanted } from './calls.js';
import { ProgressLog } from './progress-log.js';

interface Request {
  readonly n: number;
  readonly call: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly client?: {
    readonly base_url: string;
    readonly api_key?: string;
    readonly timeout_ms?: number;
    readonly stream_timeout_ms?: number;
    readonly max_retries?: number;
  };
  readonly options?: { readonly idempotency_key?: string; readonly cancel_after_ms?: number };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ n: request.n, ...(await answerTo(request)) })}\n`);
}

async function answerTo({ call, args = {}, client, options = {} }: Request): Promise<object> {
  if (call === 'user_agent') return { result: NODE.userAgent };
  if (call === 'pid') return { result: process.pid };
  const progress = new ProgressLog();
  const { cancel_after_ms: cancelAfterMs, idempotency_key: idempotencyKey } = options;
  const signal = cancelAfterMs === undefined ? undefined : AbortSignal.timeout(cancelAfterMs);
  try {
    const wanted: Wanted = { args, options: { signal, idempotencyKey }, progress };
    const result = await callNamed(call, clientOf(client), wanted);
    return { result: result ?? null, ...progress.told() };
  } catch (error) {
    if (!(error instanceof CallAnalysisError)) throw error;
    const { kind, status, detail, items, requestId, retryable } = error;
    return { error: { kind, status, detail, items, request_id: requestId, retryable }, ...progress.told() };
  }
}

/** A key of its own where the request has none, so that no variable of the environment stands in for it. */
function clientOf(client: Request['client']): () => CallAnalysis {
  return () =>
    new CallAnalysis({
      baseUrl: client?.base_url,
      apiKey: client?.api_key,
      timeout: client?.timeout_ms,
      streamTimeout: client?.stream_timeout_ms,
      maxRetries: client?.max_retries,
    });
}
