// Drives the library's entry for browsers in a page, which is given one call after the other.
import { CallAnalysis } from '../src/browser.js';
import type { CallAnalysis as AnyClient } from '../src/index.js';
import { answerTo, type Request } from './answer.js';
import type { Host } from './calls.js';

/** By the path that the tests name them with: a page has no files of its own. */
const recordings = new Map<string, File>();

const HOST: Host = {
  // The same methods: only what an upload may be made of differs.
  openClient: (settings) =>
    new CallAnalysis({
      baseUrl: settings?.base_url,
      apiKey: settings?.api_key,
      timeout: settings?.timeout_ms,
      streamTimeout: settings?.stream_timeout_ms,
      maxRetries: settings?.max_retries,
      resumableAbove: settings?.resumable_above,
    }) as unknown as AnyClient,
  openFile: (path) => recordings.get(path),
  openStream: (path) => recordings.get(path)?.stream(),
  verifyWebhook: () => {
    throw new Error('Servers receive webhooks, pages do not');
  },
};

Object.assign(globalThis, {
  answerTo: (request: Request) => answerTo(request, HOST),
  addRecording: (path: string, base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    recordings.set(path, new File([bytes], path.split('/').at(-1) ?? ''));
  },
});
