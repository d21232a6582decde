import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../src/analysis/analysis-claims.js';
import type { CallRun } from '../../src/pipeline/call-run.js';
import type { Doorbell } from '../../src/pipeline/doorbell.js';
import { FetchRecording } from '../../src/pipeline/fetch-recording.js';
import { RecordingIntake } from '../../src/pipeline/intake/recording-intake.js';
import type { Download, DownloadOptions, OutboundDoor } from '../../src/platform/outbound/outbound-door.js';
import { OutboundError, type OutboundErrorKind } from '../../src/platform/outbound/outbound-error.js';
import type { ObjectStore } from '../../src/ports/object-store.js';

/** Fetches from a server that could resume, and whose connections all end in this way after a byte. */
async function fetchEnding(kind: OutboundErrorKind) {
  const asked: DownloadOptions[] = [];
  async function* body() {
    yield Buffer.from('R');
    throw new OutboundError(kind);
  }
  const door: Pick<OutboundDoor, 'download'> = {
    async download(_, options): Promise<Download> {
      asked.push(options);
      const from = options.resumeFrom?.offset ?? 0;
      const statusCode = from === 0 ? 200 : 206;
      const head = {
        contentType: 'audio/wav',
        contentLengthBytes: 1_000 - from,
        validator: '"v1"',
        retryAfterMs: null,
      };
      return { statusCode, ...head, stream: Readable.from(body(), { objectMode: false }) };
    },
  };
  const claims: Pick<AnalysisClaims, 'recordProgress'> = { recordProgress: async () => undefined };
  const step = new FetchRecording(
    claims as AnalysisClaims,
    door as OutboundDoor,
    new RecordingIntake({} as ObjectStore),
    { ring: async () => undefined } as unknown as Doorbell,
  );
  const call = { id: 'call', accountId: 'account', storageKey: null, sourceUrl: 'https://pbx.example/a.wav' };
  const run = { call: call as ClaimedCall, signal: new AbortController().signal } as CallRun;
  return { asked, error: await step.run(run).catch((error: unknown) => error) };
}

describe('fetching from a server', () => {
  it('that is too slow is given up without a second request, and tried again in a later run', async () => {
    const { asked, error } = await fetchEnding('too-slow');
    expect(error).toMatchObject({
      name: 'ProviderError',
      retryable: true,
      message: 'The recording could not be downloaded: its server sent it too slowly',
    });
    expect(asked, 'A recording that came too slowly is asked for again at once').toHaveLength(1);
  });

  it('that breaks off is resumed, in the name of the account', async () => {
    const { asked, error } = await fetchEnding('connection');
    expect(error).toMatchObject({
      name: 'ProviderError',
      message: 'The recording could not be downloaded: its server could not be reached',
    });
    expect(asked.map(({ resumeFrom, accountId }) => [accountId, resumeFrom?.offset])).toEqual([
      ['account', undefined],
      ['account', 1],
      ['account', 2],
      ['account', 3],
    ]);
  });
});
