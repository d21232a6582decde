// The built program of the child process, at the moment at which the service that started it is killed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diarizerConfig } from '../../../src/adapters/sherpa/sherpa.voice-separation.js';
import { installPreset } from '../../../src/adapters/sherpa/sherpa-install.js';
import { findSpeakerModels } from '../../../src/adapters/sherpa/sherpa-model.js';
import { bytesOf } from '../../support/audio/audio-fixtures.js';
import { builtFile } from '../../support/processes/build.js';
import { serveRelease } from '../../support/stubs/model-release.js';
import { tinyPreset } from '../../support/stubs/tiny-preset.js';
import { tinyVoices } from '../../support/stubs/tiny-speaker-models.js';

const RECORDING_MS = 1_500_000;
const TURN_MS = 5_000;

let folder: string;
let diarizer: object;
let pcmPath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sherpa-worker-'));
  const { preset, files } = await tinyPreset(folder);
  const server = await serveRelease(files);
  const modelsDir = join(folder, 'models');
  await installPreset({ preset, modelsDir, from: server.url, log: () => undefined, progress: () => undefined });
  await server.close();
  diarizer = diarizerConfig((await findSpeakerModels(modelsDir))!, 1);
  const turns = Array.from({ length: RECORDING_MS / TURN_MS }, (_, at) => {
    const startMs = at * TURN_MS;
    return { startMs, endMs: startMs + TURN_MS - 1_000, voice: at % 2 === 0 ? (0 as const) : (1 as const) };
  });
  pcmPath = join(folder, 'recording.pcm');
  await writeFile(pcmPath, bytesOf(tinyVoices(turns, RECORDING_MS)));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Processor time that a process has used, in hundredths of a second: fields 14 and 15 of `man 5 proc`. */
async function ticksOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

it('ends with the service, though the library is in the middle of separating the voices', async () => {
  const child = fork(builtFile('src/adapters/sherpa/sherpa.worker.js'), { env: {}, execArgv: [] });
  const ended = once(child, 'exit');
  child.send({ type: 'load-diarizer', diarizer });
  expect((await once(child, 'message'))[0]).toEqual({ type: 'loaded' });
  const idle = await ticksOf(child.pid!);
  child.send({ type: 'diarize', pcmPath, endMs: RECORDING_MS });
  await expect.poll(() => ticksOf(child.pid!)).toBeGreaterThan(idle + 50);
  // The kernel closes the channel of a service that is killed.
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
