// What is made for playing has one owner, whatever fails beside it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnalysisClaims } from '../../../src/calls/claims/analysis-claims.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { AskedPlaybacks } from '../../../src/pipeline/playback/asked-playbacks.js';
import { RenderPlayback, type RenderRequest } from '../../../src/pipeline/playback/render-playback.js';
import { CallWorkspaces } from '../../../src/pipeline/steps/call-workspace.js';
import { DecodeRecording } from '../../../src/pipeline/steps/decode-recording.js';
import { MeasureRecording } from '../../../src/pipeline/steps/measure-recording.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { type BillingClasses, newAccount, startBillingClasses, submit } from '../../support/apps/billing-classes.js';
import { SilentRecording } from '../../support/audio/silent-recording.js';
import { type OpenStore, openDisk } from '../../support/builders/swept-store.js';

/** A decoder of silence that writes what it is given to encode. */
class Encoding extends SilentRecording {
  override isPlayedExactly = false;
  fails = false;
  override encode = (async ({ pcm, path }: { pcm: Readable; path: string }) => {
    let bytes = 0;
    for await (const chunk of pcm as AsyncIterable<Buffer>) bytes += chunk.length;
    if (this.fails) throw new ProviderError('No encoder', { retryable: true });
    await writeFile(path, `${bytes}`);
  }) as SilentRecording['encode'];
}

Logger.overrideLogger(false);

let billing: BillingClasses;
let disk: OpenStore;
let dir: string;
let decoder: Encoding;
let id: string;
beforeAll(async () => {
  billing = await startBillingClasses();
  disk = await openDisk();
  dir = await mkdtemp(join(tmpdir(), 'playback-test-'));
});
afterAll(async () => {
  await billing?.close();
  await disk?.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  decoder = new Encoding();
  decoder.lengthMs = 3_000;
  id = await submit(billing, await newAccount(billing), null);
  for (const key of await stored()) await disk.store.delete(key);
});

const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of disk.store.list('recordings/')) keys.push(key);
  return keys;
};
const rowOf = async () =>
  (await billing.dataSource.query('SELECT playback, playback_key FROM analysis WHERE id = $1', [id]))[0];

describe('the step that measures a recording', () => {
  const workspaces: Partial<CallWorkspaces> = { download: async () => undefined, notePcm: () => undefined };
  const measure = async (claims: AnalysisClaims) => {
    const call = await claims.claim(id);
    if (!call) throw new Error('The call could not be claimed');
    const step = new MeasureRecording(
      claims,
      new DecodeRecording(Object.assign(Object.create(CallWorkspaces.prototype), workspaces), decoder, billing.config),
      new RenderPlayback(decoder, disk.store, billing.config),
      billing.ledger,
      billing.dataSource,
    );
    const [workspace, signal] = [{ dir, recordingPath: join(dir, 'recording') }, new AbortController().signal];
    return step.run({ call, workspace, signal, giveWay: async () => undefined, givesWay: async () => false }, 'key');
  };

  it('leaves one rendition where it is killed after it has stored it, and begins again', async () => {
    const dying = new AnalysisClaims(billing.dataSource, billing.config);
    dying.recordMeasurement = () => Promise.reject(new Error('killed'));
    await expect(measure(dying)).rejects.toThrow('killed');
    const { playback, playback_key: key } = await rowOf();
    expect([playback, await stored()]).toEqual([null, [key]]);
    await billing.dataSource.query('UPDATE analysis SET lease_until = NULL WHERE id = $1', [id]);
    await measure(new AnalysisClaims(billing.dataSource, billing.config));
    expect(await rowOf()).toEqual({ playback: 'made', playback_key: key });
    expect(await stored()).toEqual([key]);
    expect(decoder.decodedMs, 'one decode a run').toEqual([3_000, 3_000]);
  });

  it('measures all the same where the encoder fails, and leaves it to be asked for', async () => {
    decoder.fails = true;
    expect(await measure(new AnalysisClaims(billing.dataSource, billing.config))).toMatchObject({ durationMs: 3_000 });
    expect([await rowOf(), await stored()]).toEqual([{ playback: null, playback_key: null }, []]);
  });
});

describe('a stored call that is asked for', () => {
  const setUp = async () => {
    const set = "UPDATE analysis SET playback = 'asked', storage_key = 'recordings/' || id WHERE id = $1";
    await billing.dataSource.query(set, [id]);
  };
  const round = (run: (request: RenderRequest) => ReturnType<RenderPlayback['run']>) => {
    const rendering = Object.assign(Object.create(RenderPlayback.prototype), { run });
    const deletions = new RecordingDeletions(billing.dataSource, disk.store);
    return new AskedPlaybacks(billing.dataSource, rendering, disk.store, deletions, billing.config);
  };

  it('keeps nothing of a sound that is masked while it is encoded', async () => {
    await setUp();
    await round(async ({ noteKey }) => {
      const key = (await noteKey()) ?? `recordings/${randomUUID()}`;
      await billing.dataSource.query(
        "UPDATE analysis SET storage_key = 'recordings/masked', playback = NULL, playback_key = NULL WHERE id = $1",
        [id],
      );
      await disk.store.put(key, Readable.from(['unmasked']));
      return 'made';
    }).run();
    expect([await rowOf(), await stored()]).toEqual([{ playback: null, playback_key: null }, []]);
  });

  it('plays as it is once it could not be decoded, and waits as long as the store is away', async () => {
    await setUp();
    const away = new ProviderError('Away', { retryable: true, workerFault: 'storage' });
    const failing = round(() => Promise.reject(away));
    for (let times = 0; times < 10; times++) await failing.run();
    expect(await rowOf()).toMatchObject({ playback: 'asked' });
    await round(() => Promise.reject(new ProviderError('No audio', { retryable: false }))).run();
    expect(await rowOf()).toMatchObject({ playback: 'as_is' });
  });
});
