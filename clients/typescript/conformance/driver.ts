// Drives the library for the conformance tests: one call a line, as ../../conformance/README.md describes it.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CallAnalysis, verifyWebhook } from '../src/index.js';
import { NODE } from '../src/node/node-platform.js';
import { answerTo, type Request } from './answer.js';
import type { Host } from './calls.js';

const HOST: Host = {
  // A key of its own where the request has none, so that no variable of the environment stands in for it.
  openClient: (settings) =>
    new CallAnalysis({
      baseUrl: settings?.base_url,
      apiKey: settings?.api_key,
      timeout: settings?.timeout_ms,
      streamTimeout: settings?.stream_timeout_ms,
      maxRetries: settings?.max_retries,
      resumableAbove: settings?.resumable_above,
    }),
  openFile: (path) => path,
  openStream: (path) => createReadStream(path),
  verifyWebhook: verify,
};

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ n: request.n, ...(await answered(request)) })}\n`);
}

async function answered(request: Request): Promise<object> {
  if (request.call === 'user_agent') return { result: NODE.userAgent };
  if (request.call === 'pid') return { result: process.pid };
  return answerTo(request, HOST);
}

function verify(args: Readonly<Record<string, unknown>>): unknown {
  const { body_base64, headers, secret, tolerance_s, now } = args as unknown as {
    body_base64: string;
    headers: Record<string, string>;
    secret: string | string[];
    tolerance_s?: number;
    now?: number;
  };
  return verifyWebhook(Buffer.from(body_base64, 'base64'), headers, secret, { tolerance: tolerance_s, now });
}
