// Downloads a manifest as recordings are: from public addresses alone, within limits of size and time. Nothing of it is stored.
import { Injectable } from '@nestjs/common';
import { decompressed } from '../../../platform/outbound/content-coding.js';
import { OutboundDoor } from '../../../platform/outbound/outbound-door.js';
import { OutboundError } from '../../../platform/outbound/outbound-error.js';
import { ProviderError } from '../../../ports/provider-error.js';
import { documentKindOf } from '../../../recordings/receiving/document-kind.js';
import { WorkRefused } from '../../../work/claim.js';
import type { ClaimedManifest } from './manifest-claims.js';
import { ManifestUnreadable } from './text-lines.js';

export const MAX_MANIFEST_BYTES = 104_857_600;
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;
const MAX_REDIRECTS = 10;
const SNIFF_BYTES = 512;
/** A server in trouble may ask for a wait up to this. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

const NOT_DOWNLOADED = 'The manifest could not be downloaded';
const TOO_LARGE = 'The manifest is larger than 104,857,600 bytes';

@Injectable()
export class FetchManifest {
  constructor(private readonly door: OutboundDoor) {}

  /**
   * @param consume takes the bytes as fast as it can use them
   * @throws WorkRefused, ProviderError; what `consume` throws
   */
  async read(
    { accountId, url }: ClaimedManifest,
    signal: AbortSignal,
    consume: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<void> {
    // A manifest may be refused before its end, and the rest of the body would hold a connection to its server.
    const ended = new AbortController();
    try {
      const answer = await this.door.download(url, {
        accountId,
        maxBytes: MAX_MANIFEST_BYTES,
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        followRedirects: MAX_REDIRECTS,
        signal: AbortSignal.any([signal, ended.signal]),
      });
      if (!answer.hasContent) throw statusError(answer.statusCode, answer.retryAfterMs);
      const limits = { maxBytes: MAX_MANIFEST_BYTES, headBytes: SNIFF_BYTES, isPlain };
      await consume(refusePages(decompressed(answer.stream, answer.codings, limits)));
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error);
    } finally {
      ended.abort();
    }
  }
}

/** Text has no control characters but tabs and line breaks; compressed bytes have, soon. */
const isPlain = (head: Buffer) => head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);

/** Looks at the bytes alone: servers send CSV as any type. @throws WorkRefused */
async function* refusePages(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  const check = (begun: Buffer) => {
    if (documentKindOf({ head: begun, contentType: null }) === 'a web page')
      throw new WorkRefused('url_refused', `${NOT_DOWNLOADED}: its server answered with a web page`);
    head = null;
    return begun;
  };
  for await (const chunk of bytes) {
    if (head === null) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length >= SNIFF_BYTES) yield check(head);
    }
  }
  if (head !== null && head.length > 0) yield check(head);
}

const RETRIED: ReadonlySet<number> = new Set([408, 425, 429]);

/** A server in trouble is asked again; any other status is final. */
function statusError(statusCode: number, retryAfterMs: number | null): Error {
  const sentence = `${NOT_DOWNLOADED}: its server answered with status ${statusCode}`;
  if (statusCode < 500 && !RETRIED.has(statusCode)) return new WorkRefused('url_refused', sentence);
  const waitMs = retryAfterMs === null ? null : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return new ProviderError(sentence, { retryable: true, code: 'url_unreachable', retryAfterMs: waitMs });
}

function failureOf(error: unknown): unknown {
  if (error instanceof ManifestUnreadable) return new WorkRefused('not_processable', error.message);
  if (!(error instanceof OutboundError)) return error;
  if (error.kind === 'too-large') return new WorkRefused('too_large', TOO_LARGE);
  const sentence = `${NOT_DOWNLOADED}: ${error.message.replace(/^The /, 'the ')}`;
  if (error.permanent) return new WorkRefused('url_refused', sentence);
  return new ProviderError(sentence, { retryable: true, code: 'url_unreachable', cause: error });
}
