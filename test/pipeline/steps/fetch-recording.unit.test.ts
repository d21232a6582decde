import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import { FetchRecording } from '../../../src/pipeline/steps/fetch-recording.js';
import type { Download, DownloadOptions, OutboundDoor } from '../../../src/platform/outbound/outbound-door.js';
import { OutboundError, type OutboundErrorKind } from '../../../src/platform/outbound/outbound-error.js';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { RecordingIntake } from '../../../src/recordings/receiving/recording-intake.js';
import type { Doorbells } from '../../../src/work/doorbells.js';
import { silence, wav } from '../../support/audio/audio-fixtures.js';
import { eventually } from '../../support/processes/eventually.js';
import { type OutboundTarget, startOutboundTarget } from '../../support/stubs/outbound-target.js';

const SOUND = wav([silence(1)]);
const NO_ROOM = new ProviderError('The storage has no room', { retryable: true });

let target: OutboundTarget;
beforeAll(async () => {
  target = await startOutboundTarget();
});
afterAll(async () => {
  await target?.closeDoors();
  target?.close();
});

const stepWith = (door: Pick<OutboundDoor, 'download'>, store: Partial<ObjectStore> = {}) =>
  new FetchRecording(
    {
      recordProgress: async () => undefined,
      recordRecording: async () => undefined,
    } as Partial<AnalysisClaims> as AnalysisClaims,
    door as OutboundDoor,
    new RecordingIntake(store as ObjectStore),
    { ring: async () => undefined } as Partial<Doorbells> as Doorbells,
    { find: async () => null, otherAddressOf: () => null },
  );

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
        hasContent: true,
        codings: [],
      };
      return { statusCode, ...head, stream: Readable.from(body(), { objectMode: false }) };
    },
  };
  const step = stepWith(door);
  return { asked, error: await step.run(runOf('https://pbx.example/a.wav')).catch((error: unknown) => error) };
}

function runOf(sourceUrl: string): CallRun {
  const call = { id: 'call', accountId: 'account', storageKey: null, sourceUrl };
  return { call: call as ClaimedCall, signal: new AbortController().signal } as CallRun;
}

describe('fetching from a server', () => {
  it('that is too slow is given up without a second request, and tried again in a later run [fault 49]', async () => {
    const { asked, error } = await fetchEnding('too-slow');
    expect(error).toMatchObject({
      name: 'ProviderError',
      retryable: true,
      message: 'The recording could not be downloaded: the server sent too slowly',
    });
    expect(asked, 'A recording that came too slowly is asked for again at once').toHaveLength(1);
  });

  it('that breaks off is resumed, in the name of the account', async () => {
    const { asked, error } = await fetchEnding('connection');
    expect(error).toMatchObject({
      name: 'ProviderError',
      message: 'The recording could not be downloaded: the connection failed or was closed early',
    });
    expect(asked.map(({ resumeFrom, accountId }) => [accountId, resumeFrom?.offset])).toEqual([
      ['account', undefined],
      ['account', 1],
      ['account', 2],
      ['account', 3],
    ]);
  });

  it.each([
    ['is no recording', Buffer.alloc(100_000), async () => ({ sizeBytes: 0 }), 'WorkRefused'],
    ['storage refuses', SOUND, () => Promise.reject(NO_ROOM), 'ProviderError'],
  ])(
    'whose file %s and has no end: its connection is closed, and the next file gets it',
    async (_, start, put, name) => {
      const answers: ServerResponse[] = [];
      target.answer = (_request, answer) => {
        answers.push(answer);
        if (answers.length > 1) return void answer.end(SOUND);
        answer
          .on('drain', () => answer.write(Buffer.alloc(100_000)))
          .write(Buffer.concat([start, Buffer.alloc(200_000)]));
      };
      const door = target.door({ connectionsPerOrigin: 1 });
      const run = runOf(`${target.origin}/call.wav`);

      await expect(stepWith(door, { put }).run(run)).rejects.toMatchObject({ name });
      await eventually(() => expect(answers[0]?.closed, 'the connection of the refused file is closed').toBe(true));
      let stored = Buffer.of();
      await stepWith(door, {
        put: async (_key, body) => {
          stored = await buffer(body);
          return { sizeBytes: stored.length };
        },
      }).run(run);
      expect(stored, 'the next file of the same server').toHaveBytes(SOUND);
    },
  );
});
