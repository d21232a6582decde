import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import { diarize } from '../../../src/speech/voices/diarization.js';
import { diarizeInThread } from '../../../src/speech/voices/diarize-in-thread.js';
import { monoCall, savePcm, speechIn } from '../../support/audio/mono-calls.js';

let scratchDir: string;
let pcmPath: string;
let speech: readonly SpeechSpan[];
const neverAborted = new AbortController().signal;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'diarize-in-thread-'));
  const { samples } = await monoCall('bad-call', { scratchDir });
  pcmPath = await savePcm(samples, scratchDir);
  speech = speechIn(samples);
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

/** Saves a program for the thread. */
async function saveProgram(text: string): Promise<string> {
  const path = join(scratchDir, `${Math.random()}.mjs`);
  await writeFile(path, `import { parentPort } from 'node:worker_threads';\n${text}`);
  return path;
}

describe('the diarization thread', () => {
  it('gives the result of diarization in this thread, while the event loop goes on', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const found = await diarizeInThread(pcmPath, speech, { signal: neverAborted });
    clearInterval(ticking);
    expect(found).toEqual(await diarize(pcmPath, speech));
    expect(found.turns.length).toBeGreaterThan(10);
    expect(ticks).toBeGreaterThan(2);
  });

  it('ends when the call run is aborted', async () => {
    const run = new AbortController();
    const endless = await saveProgram('setInterval(() => {}, 1000);');
    const running = diarizeInThread(pcmPath, speech, { signal: run.signal, workerPath: endless });
    run.abort(new Error('the claim is lost'));
    await expect(running).rejects.toThrow('the claim is lost');
    await expect(diarizeInThread(pcmPath, speech, { signal: run.signal })).rejects.toThrow('the claim is lost');
  });

  it('is stopped after its time-out', async () => {
    const endless = await saveProgram('for (;;);');
    await expect(
      diarizeInThread(pcmPath, speech, { signal: neverAborted, workerPath: endless, timeoutMs: 50 }),
    ).rejects.toThrow('too long');
  });

  it('rejects when the thread fails, ends early, or answers with something else', async () => {
    await expect(diarizeInThread(join(scratchDir, 'missing.pcm'), speech, { signal: neverAborted })).rejects.toThrow(
      'ENOENT',
    );
    const silent = await saveProgram('');
    await expect(diarizeInThread(pcmPath, speech, { signal: neverAborted, workerPath: silent })).rejects.toThrow(
      'without an answer',
    );
    const odd = await saveProgram(
      "parentPort.once('message', () => parentPort.postMessage({ turns: [{ voice: 7 }] }));",
    );
    await expect(diarizeInThread(pcmPath, speech, { signal: neverAborted, workerPath: odd })).rejects.toThrow(
      'unusable answer',
    );
  });

  it('does not see the environment of the service', async () => {
    const reporting = await saveProgram(
      `if (Object.keys(process.env).length === 0)
         parentPort.once('message', ({ speech }) => parentPort.postMessage({ turns: [], separation: speech.length }));`,
    );
    const found = await diarizeInThread(pcmPath, speech, { signal: neverAborted, workerPath: reporting });
    expect(found.separation).toBe(speech.length);
  });
});
