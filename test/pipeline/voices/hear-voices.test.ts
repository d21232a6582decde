import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearVoices } from '../../../src/pipeline/voices/hear-voices.js';
import { tellVoices } from '../../../src/pipeline/voices/tell-voices.js';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import { monoCall, savePcm, speechIn } from '../../support/mono-calls.js';

let scratchDir: string;
let pcmPath: string;
let speech: readonly SpeechSpan[];
const never = new AbortController().signal;

beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'hear-voices-'));
  const { samples } = await monoCall('bad-call', { scratchDir });
  pcmPath = await savePcm(samples, scratchDir);
  speech = speechIn(samples);
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

/** A thread that does as told. */
async function program(text: string): Promise<string> {
  const path = join(scratchDir, `${Math.random()}.mjs`);
  await writeFile(path, `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
  return path;
}

describe('the thread that tells voices apart', () => {
  it('gives what this process would have found, and the event loop turns meanwhile', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 5);
    const heard = await hearVoices(pcmPath, speech, { signal: never });
    clearInterval(ticking);
    expect(heard).toEqual(await tellVoices(pcmPath, speech));
    expect(heard.turns.length).toBeGreaterThan(10);
    expect(turns).toBeGreaterThan(2);
  });

  it('ends with the run that asked', async () => {
    const run = new AbortController();
    const endless = await program('setInterval(() => {}, 1000);');
    const hearing = hearVoices(pcmPath, speech, { signal: run.signal, workerPath: endless });
    run.abort(new Error('the claim is lost'));
    await expect(hearing).rejects.toThrow('the claim is lost');
    await expect(hearVoices(pcmPath, speech, { signal: run.signal })).rejects.toThrow('the claim is lost');
  });

  it('is ended when it takes too long', async () => {
    const endless = await program('for (;;);');
    await expect(hearVoices(pcmPath, speech, { signal: never, workerPath: endless, timeoutMs: 50 })).rejects.toThrow(
      'too long',
    );
  });

  it('says so when it fails, ends early, or answers with something else', async () => {
    await expect(hearVoices(join(scratchDir, 'missing.pcm'), speech, { signal: never })).rejects.toThrow('ENOENT');
    const silent = await program('');
    await expect(hearVoices(pcmPath, speech, { signal: never, workerPath: silent })).rejects.toThrow(
      'without an answer',
    );
    const odd = await program('parentPort.postMessage({ turns: [{ voice: 7 }] });');
    await expect(hearVoices(pcmPath, speech, { signal: never, workerPath: odd })).rejects.toThrow('unusable answer');
  });

  it('is given nothing of the environment', async () => {
    const telling = await program(
      'if (Object.keys(process.env).length === 0) parentPort.postMessage({ turns: [], separation: workerData.speech.length });',
    );
    const heard = await hearVoices(pcmPath, speech, { signal: never, workerPath: telling });
    expect(heard.separation).toBe(speech.length);
  });
});
